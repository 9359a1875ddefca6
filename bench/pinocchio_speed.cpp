// Pinocchio's C++ algorithms on the samples of make_robots.py, microseconds per sample, minimum over repeats.
// usage: pinocchio_speed NAME BASE [repeats]      reads BASE.model and BASE.samples; prints "pinocchio NAME what microseconds"
#include <pinocchio/multibody.hpp>
#include <pinocchio/multibody/joint.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace pin = pinocchio;
using Model = pin::ModelTpl<double>;
using Data = pin::DataTpl<double>;
using Vector = Eigen::VectorXd;

struct Sample { Vector q, v, a; };

static Eigen::Matrix3d read_matrix(std::istream& in) {
    Eigen::Matrix3d m;
    for (int i = 0; i < 9; ++i) in >> m(i / 3, i % 3);
    return m;
}

static Eigen::Vector3d read_vector(std::istream& in) {
    Eigen::Vector3d v;
    for (int i = 0; i < 3; ++i) in >> v[i];
    return v;
}

static Model read_model(const std::string& path) {
    std::ifstream in(path);
    Model model;
    int n = 0;
    in >> n;
    for (int i = 1; i <= n; ++i) {
        std::string kind;
        pin::JointIndex parent;
        in >> kind >> parent;
        const Eigen::Matrix3d rotation = read_matrix(in);
        const Eigen::Vector3d translation = read_vector(in);
        double mass;
        in >> mass;
        const Eigen::Vector3d com = read_vector(in);
        const Eigen::Matrix3d inertia = read_matrix(in);
        const pin::SE3Tpl<double> place(rotation, translation);
        const std::string name = "joint" + std::to_string(i);
        pin::JointIndex joint = 0;
        if (kind == "RX") joint = model.addJoint(parent, pin::JointModelRevoluteTpl<double, 0, 0>(), place, name);
        else if (kind == "RY") joint = model.addJoint(parent, pin::JointModelRevoluteTpl<double, 0, 1>(), place, name);
        else if (kind == "RZ") joint = model.addJoint(parent, pin::JointModelRevoluteTpl<double, 0, 2>(), place, name);
        else { std::fprintf(stderr, "%s: joint type %s is not handled\n", path.c_str(), kind.c_str()); std::exit(1); }
        model.appendBodyToJoint(joint, pin::InertiaTpl<double>(mass, com, inertia), pin::SE3Tpl<double>::Identity());
    }
    return model;
}

static std::vector<Sample> read_samples(const std::string& path, int n) {
    std::ifstream in(path, std::ios::binary);
    std::vector<Sample> samples;
    std::vector<double> row(3 * n);
    while (in.read(reinterpret_cast<char*>(row.data()), row.size() * sizeof(double))) {
        auto part = [&](int k) { return Vector(Eigen::Map<const Vector>(row.data() + k * n, n)); };
        samples.push_back({part(0), part(1), part(2)});
    }
    return samples;
}

template <class Work>
static void time_it(const char* name, const char* what, int repeats, const std::vector<Sample>& samples, Work work) {
    using Clock = std::chrono::steady_clock;
    double best = 1e300, sink = 0;
    for (int r = 0; r < repeats; ++r) {
        const auto start = Clock::now();
        for (const Sample& s : samples) sink += work(s);
        const double us = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
        best = std::min(best, us / samples.size());
    }
    std::printf("pinocchio %s %s %.4f\n", name, what, best);
    if (sink == 0.125) std::puts("");  // keeps the work alive
}

int main(int argc, char** argv) {
    if (argc < 3) { std::fputs("usage: pinocchio_speed NAME BASE [repeats]\n", stderr); return 2; }
    const std::string base = argv[2];
    const int repeats = argc > 3 ? std::atoi(argv[3]) : 100;
    const Model model = read_model(base + ".model");
    Data data(model);
    const std::vector<Sample> samples = read_samples(base + ".samples", model.nv);

    double sum = 0;
    for (const Sample& s : samples) sum += pin::computeJointTorqueRegressor(model, data, s.q, s.v, s.a).cwiseAbs().sum();
    std::printf("pinocchio %s regressor_abs_sum %.9f\n", argv[1], sum);
    time_it(argv[1], "regressor", repeats, samples,
            [&](const Sample& s) { return pin::computeJointTorqueRegressor(model, data, s.q, s.v, s.a)(0, 0); });
    time_it(argv[1], "rnea", repeats, samples, [&](const Sample& s) { return pin::rnea(model, data, s.q, s.v, s.a)[0]; });
    time_it(argv[1], "crba", repeats, samples, [&](const Sample& s) { return pin::crba(model, data, s.q)(0, 0); });
    time_it(argv[1], "aba", repeats, samples, [&](const Sample& s) { return pin::aba(model, data, s.q, s.v, s.a)[0]; });
}
