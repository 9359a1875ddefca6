"""The optimum of a physically consistent fit by cvxpy and Clarabel, as golden JSON.

usage:
  TAUFIT_FEASIBLE_PROBLEM=/tmp/problem.json cargo test --release -p taufit --test suite feasible::golden
  python bench/feasible_reference.py /tmp/problem.json testdata/golden/feasible_ur5.json

minimise |r beta - z|^2 over the standard parameters pi with beta_k = sum of map[k], subject to a positive semidefinite
pseudo-inertia [[tr(I)/2 1 - I, h], [h^T, m]] of every link and non-negative rotor inertias and friction coefficients.
No prior: the optimum of the cost is unique, that of pi is not.
"""

import json
import sys

import clarabel
import cvxpy
import numpy as np

# Far below the tolerance of the test that reads the file.
TOLERANCE = 1e-9
# Kilograms, metres: links of an arm weigh some kg, their tensors are some 0.01 kg m^2.
UNITS = {"m": 1.0, "mx": 0.1, "my": 0.1, "mz": 0.1}
TENSOR_UNIT = 0.01
LINK_SYMBOLS = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"]


def pseudo_inertia(ten):
    """Of m mx my mz Ixx Ixy Ixz Iyy Iyz Izz, rows of h scaled so that all entries are of one size."""
    m, x, y, z, xx, xy, xz, yy, yz, zz = [ten[i] for i in range(10)]
    half = (xx + yy + zz) / 2
    rows = [[half - xx, -xy, -xz, x], [-xy, half - yy, -yz, y], [-xz, -yz, half - zz, z], [x, y, z, m]]
    # diag(s) P diag(s) is positive semidefinite if and only if P is.
    s = [10.0, 10.0, 10.0, 1.0]
    return cvxpy.bmat([[s[i] * s[j] * rows[i][j] for j in range(4)] for i in range(4)])


def read_problem(path):
    """(names, matrix of beta = M pi, r, z, the file's content)"""
    with open(path) as file:
        content = json.load(file)
    names, b = content["names"], len(content["z"])
    matrix, r = np.zeros((b, len(names))), np.zeros((b, b))
    for k, group in enumerate(content["map"]):
        for column, coefficient in group:
            matrix[k, column] = coefficient
        r[k, k:] = content["triangle"][k]
    return names, matrix, r, np.array(content["z"]), content


def solve(names, matrix, r, z):
    """(cost, beta) at the optimum."""
    symbols = [name.rstrip("0123456789") for name in names]
    units = np.array([UNITS.get(s, TENSOR_UNIT if s in LINK_SYMBOLS else 1.0) for s in symbols])
    scaled = cvxpy.Variable(len(names))
    pi = cvxpy.multiply(units, scaled)
    n_links = symbols.count("m")
    constraints = [pseudo_inertia(pi[10 * i : 10 * i + 10]) >> 0 for i in range(n_links)]
    constraints += [scaled[10 * n_links :] >= 0]
    size = np.linalg.norm(z)
    residual = (r @ matrix / size) @ pi - z / size
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.norm(residual)), constraints)
    gaps = {"tol_gap_abs": TOLERANCE, "tol_gap_rel": TOLERANCE, "tol_feas": TOLERANCE}
    problem.solve(solver=cvxpy.CLARABEL, max_iter=500, **gaps)
    beta = matrix @ (units * scaled.value)
    print(problem.status, "residual", problem.value, "of 1")
    return float(np.sum((r @ beta - z) ** 2)), beta


def main():
    names, matrix, r, z, content = read_problem(sys.argv[1])
    cost, beta = solve(names, matrix, r, z)
    versions = {"cvxpy": cvxpy.__version__, "clarabel": clarabel.__version__}
    content["reference"] = {"cost": cost, "beta": beta.tolist(), "versions": versions, "script": "bench/feasible_reference.py"}
    with open(sys.argv[2], "w") as file:
        json.dump(content, file, separators=(",", ":"))
        file.write("\n")
    print("cost", cost, "of", float(z @ z))


if __name__ == "__main__":
    main()
