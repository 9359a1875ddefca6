/* The code of straight_line.py on the samples of make_robots.py, microseconds per sample, minimum over repeats.
 * usage: straight_line_speed NAME BASE [repeats]     reads BASE.samples; prints "straight_line NAME what microseconds",
 * and "columns" for the regressor in the classical way. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern const int n_dof;
void regressor(const double *q, const double *qd, const double *qdd, double *Y);
void regressor_by_columns(const double *q, const double *qd, const double *qdd, double *Y);
void inverse_dynamics(const double *q, const double *qd, const double *qdd, double *tau);
typedef void (*Work)(const double *, const double *, const double *, double *);

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static double time_us(Work work, int repeats, const double *x, size_t n_samples, double *out) {
    double best = 1e300;
    for (int r = 0; r < repeats; ++r) {
        const double start = now_us();
        for (size_t k = 0; k < n_samples; ++k) {
            const double *row = x + 3 * (size_t)n_dof * k;
            work(row, row + n_dof, row + 2 * n_dof, out);
        }
        const double us = (now_us() - start) / (double)n_samples;
        if (us < best) best = us;
    }
    return best;
}

int main(int argc, char **argv) {
    if (argc < 3) { fputs("usage: straight_line_speed NAME BASE [repeats]\n", stderr); return 2; }
    const int repeats = argc > 3 ? atoi(argv[3]) : 100;
    char path[4096];
    snprintf(path, sizeof path, "%s.samples", argv[2]);
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); return 1; }
    fseek(file, 0, SEEK_END);
    const size_t bytes = (size_t)ftell(file);
    rewind(file);
    double *x = malloc(bytes);
    if (!x || fread(x, 1, bytes, file) != bytes) { perror(path); return 1; }
    fclose(file);

    const size_t n = (size_t)n_dof, n_samples = bytes / sizeof(double) / (3 * n);
    double *Y = calloc(n * 10 * n, sizeof(double));
    const Work both[2] = {regressor, regressor_by_columns};
    for (int i = 0; i < 2; ++i) {
        double sum = 0;
        for (size_t k = 0; k < n_samples; ++k) {
            const double *row = x + 3 * n * k;
            both[i](row, row + n, row + 2 * n, Y);
            for (size_t j = 0; j < 10 * n * n; ++j) sum += fabs(Y[j]);
        }
        printf("straight_line %s regressor_abs_sum %.9f\n", argv[1], sum);
    }
    printf("straight_line %s regressor %.4f\n", argv[1], time_us(regressor, repeats, x, n_samples, Y));
    printf("columns %s regressor %.4f\n", argv[1], time_us(regressor_by_columns, repeats, x, n_samples, Y));
    printf("straight_line %s rnea %.4f\n", argv[1], time_us(inverse_dynamics, repeats, x, n_samples, Y));
    free(Y);
    free(x);
    return 0;
}
