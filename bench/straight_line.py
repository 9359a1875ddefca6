"""Straight-line C for one robot: its regressor and its inverse dynamics with every constant folded in, no loop and no branch.

usage: straight_line.py BASE OUT.c      reads BASE.model of make_robots.py

What a symbolic code generator gives: expressions are built once each (equal ones are shared), zeros, ones and signs are worked
out beforehand, and what no result needs is left out. The inverse dynamics also has the inertial parameters folded in.
"""

import sys

import numpy as np

# Entries of rotation matrices that a quarter turn leaves at 6e-17.
SNAP = 1e-12
GRAVITY = 9.81


class Graph:
    """Expressions, each kept once. A value is (sign, node) or a plain number."""

    def __init__(self):
        self.nodes = {}

    def node(self, *key):
        if key not in self.nodes:
            self.nodes[key] = len(self.nodes)
        return self.nodes[key]

    def symbol(self, text):
        return (1, self.node("symbol", text))

    def mul(self, a, b):
        if isinstance(a, tuple) and not isinstance(b, tuple):
            a, b = b, a
        if not isinstance(b, tuple):
            return a * b
        if not isinstance(a, tuple):
            if a == 0:
                return 0.0
            sign = b[0] if a > 0 else -b[0]
            return (sign, b[1]) if abs(a) == 1 else (sign, self.node("scale", abs(a), b[1]))
        return (a[0] * b[0], self.node("mul", *sorted((a[1], b[1]))))

    def add(self, a, b):
        if not isinstance(a, tuple) and not isinstance(b, tuple):
            return a + b
        if not isinstance(a, tuple):
            a, b = b, a
        if not isinstance(b, tuple):
            return a if b == 0 else self.signed("shift", a, b)
        if a[1] == b[1]:
            return 0.0 if a[0] != b[0] else self.mul(2.0, a)
        (sign_a, x), (sign_b, y) = sorted((a, b), key=lambda v: v[1])
        if sign_a == sign_b:
            return (sign_a, self.node("add", x, y))
        return (sign_a, self.node("sub", x, y))

    def signed(self, op, a, b):
        return (a[0], self.node(op, a[1], float(a[0] * b)))

    def neg(self, a):
        return (-a[0], a[1]) if isinstance(a, tuple) else -a

    def sum(self, values):
        total = 0.0
        for value in values:
            total = self.add(total, value)
        return total

    def code(self, outputs):
        """C statements: `outputs` are (left side, value)."""
        keys = list(self.nodes)
        needed, stack = set(), [v[1] for _, v in outputs if isinstance(v, tuple)]
        while stack:
            n = stack.pop()
            if n not in needed:
                needed.add(n)
                stack += self.children(keys[n])
        lines = [f"    const double t{n} = {self.expression(keys[n])};" for n in sorted(needed)]
        text = lambda v: f"{'-' if v[0] < 0 else ''}t{v[1]}" if isinstance(v, tuple) else repr(float(v))
        return lines + [f"    {left} = {text(value)};" for left, value in outputs]

    @staticmethod
    def children(key):
        return {"symbol": [], "scale": key[2:], "shift": key[1:2]}.get(key[0], key[1:])

    @staticmethod
    def expression(key):
        op = key[0]
        if op == "symbol":
            return key[1]
        if op == "scale":
            return f"{key[1]!r} * t{key[2]}"
        if op == "shift":
            return f"t{key[1]} + {key[2]!r}"
        return f"t{key[1]} {dict(mul='*', add='+', sub='-')[op]} t{key[2]}"


class Vectors:
    """Vectors and matrices of expressions."""

    def __init__(self, graph):
        self.g = graph

    def dot(self, a, b):
        return self.g.sum(self.g.mul(x, y) for x, y in zip(a, b))

    def add(self, *vectors):
        return [self.g.sum(parts) for parts in zip(*vectors)]

    def scale(self, factor, a):
        return [self.g.mul(factor, x) for x in a]

    def cross(self, a, b):
        g = self.g
        pairs = ((1, 2), (2, 0), (0, 1))
        return [g.add(g.mul(a[i], b[j]), g.neg(g.mul(a[j], b[i]))) for i, j in pairs]

    def times(self, matrix, a):
        return [self.dot(row, a) for row in matrix]

    def product(self, a, b):
        return [[self.dot(row, column) for column in zip(*b)] for row in a]


def transposed(matrix):
    return [list(row) for row in zip(*matrix)]


def read_model(path):
    """[(axis index, parent, R, p, mass, com, central tensor)]"""
    words = open(path).read().split()
    take = lambda n: np.array([float(words.pop(0)) for _ in range(n)])
    joints = []
    for _ in range(int(words.pop(0))):
        axis, parent = "XYZ".index(words.pop(0).removeprefix("R")), int(words.pop(0)) - 1
        R, p, mass, com, tensor = take(9).reshape(3, 3), take(3), float(take(1)[0]), take(3), take(9).reshape(3, 3)
        snap = lambda m: np.where(np.abs(m - np.round(m)) < SNAP, np.round(m), m)
        joints.append((axis, parent, snap(R), p, mass, com, tensor))
    return joints


def motion(joints, graph, vec):
    """Per joint (link from parent rotation, angular velocity, angular acceleration, acceleration of the origin less gravity)."""
    states = []
    for i, (axis, parent, R, p, *_) in enumerate(joints):
        s, c = graph.symbol(f"sin(q[{i}])"), graph.symbol(f"cos(q[{i}])")
        turn = [[0.0] * 3 for _ in range(3)]
        j, k = (axis + 1) % 3, (axis + 2) % 3
        turn[axis][axis], turn[j][j], turn[k][k], turn[j][k], turn[k][j] = 1.0, c, c, graph.neg(s), s
        link_from_parent = transposed(vec.product(R.tolist(), turn))
        z = [float(a == axis) for a in range(3)]
        w, dw, a = states[parent][1:4] if parent >= 0 else ([0.0] * 3, [0.0] * 3, [0.0, 0.0, GRAVITY])
        p = p.tolist()
        a_there = vec.add(a, vec.cross(dw, p), vec.cross(w, vec.cross(w, p)))
        w_here = vec.times(link_from_parent, w)
        spin = vec.scale(graph.symbol(f"qd[{i}]"), z)
        spin_up = vec.scale(graph.symbol(f"qdd[{i}]"), z)
        dw_here = vec.add(vec.times(link_from_parent, dw), vec.cross(w_here, spin), spin_up)
        states.append((link_from_parent, vec.add(w_here, spin), dw_here, vec.times(link_from_parent, a_there)))
    return states


def wrench(vec, state, mass, first_moment, tensor):
    """(moment about the origin, force) that moves a body so: f = m a + dw x h + w x (w x h), n = h x a + I dw + w x I w."""
    _, w, dw, a = state
    h = first_moment
    force = vec.add(vec.scale(mass, a), vec.cross(dw, h), vec.cross(w, vec.cross(w, h)))
    moment = vec.add(vec.cross(h, a), vec.times(tensor, dw), vec.cross(w, vec.times(tensor, w)))
    return moment, force


def unit_bodies():
    """(mass, first moment, tensor) with one parameter at 1, in the order m mx my mz Ixx Ixy Ixz Iyy Iyz Izz."""
    zero = np.zeros((3, 3))
    yield 1.0, [0.0] * 3, zero.tolist()
    for k in range(3):
        yield 0.0, [float(j == k) for j in range(3)], zero.tolist()
    for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)):
        tensor = zero.copy()
        tensor[i, j] = tensor[j, i] = 1.0
        yield 0.0, [0.0] * 3, tensor.tolist()


def regressor(joints):
    """Row-major entries: each joint's axis is carried down to the link and multiplied with the link's wrench columns there."""
    graph = Graph()
    vec = Vectors(graph)
    states = motion(joints, graph, vec)
    n = len(joints)
    outputs = []
    axes = []
    for i, (axis, parent, _, p, *_) in enumerate(joints):
        E = states[i][0]
        mine = dict(axes[parent]) if parent >= 0 else {}
        for row, (w, v) in mine.items():
            mine[row] = vec.times(E, w), vec.times(E, vec.add(v, vec.cross(w, p.tolist())))
        mine[i] = [float(a == axis) for a in range(3)], [0.0] * 3
        axes.append(mine)
        for k, body in enumerate(unit_bodies()):
            moment, force = wrench(vec, states[i], *body)
            for row, (w, v) in mine.items():
                value = graph.add(vec.dot(w, moment), vec.dot(v, force))
                outputs.append((f"Y[{row * 10 * n + 10 * i + k}]", value))
    return graph.code(outputs)


def regressor_by_columns(joints):
    """The same in the classical way: the wrench of every unit parameter is carried from its link to the base."""
    graph = Graph()
    vec = Vectors(graph)
    states = motion(joints, graph, vec)
    n = len(joints)
    outputs = []
    for i in range(n):
        for k, body in enumerate(unit_bodies()):
            moment, force = wrench(vec, states[i], *body)
            row = i
            while row >= 0:
                axis, parent, _, p, *_ = joints[row]
                outputs.append((f"Y[{row * 10 * n + 10 * i + k}]", moment[axis]))
                moment, force = carried(vec, states[row][0], p, moment, force)
                row = parent
    return graph.code(outputs)


def carried(vec, link_from_parent, p, moment, force):
    """A wrench about the link's origin, about the parent's and in its frame."""
    R = transposed(link_from_parent)
    force = vec.times(R, force)
    return vec.add(vec.times(R, moment), vec.cross(p.tolist(), force)), force


def inverse_dynamics(joints):
    graph = Graph()
    vec = Vectors(graph)
    states = motion(joints, graph, vec)
    wrenches = []
    for state, (*_, mass, com, tensor) in zip(states, joints):
        about_origin = tensor + mass * (com @ com * np.eye(3) - np.outer(com, com))
        wrenches.append(wrench(vec, state, mass, (mass * com).tolist(), about_origin.tolist()))
    outputs = []
    for i in reversed(range(len(joints))):
        axis, parent, _, p, *_ = joints[i]
        moment, force = wrenches[i]
        outputs.append((f"tau[{i}]", moment[axis]))
        if parent >= 0:
            moment, force = carried(vec, states[i][0], p, moment, force)
            wrenches[parent] = vec.add(wrenches[parent][0], moment), vec.add(wrenches[parent][1], force)
    return graph.code(outputs)


def main():
    joints = read_model(sys.argv[1] + ".model")
    arguments = "const double *restrict q, const double *restrict qd, const double *restrict qdd"
    with open(sys.argv[2], "w") as file:
        print("#include <math.h>", file=file)
        print(f"const int n_dof = {len(joints)};", file=file)
        for generate in (regressor, regressor_by_columns, inverse_dynamics):
            out = "tau" if generate is inverse_dynamics else "Y"
            body = generate(joints)
            print(f"void {generate.__name__}({arguments}, double *restrict {out}) {{", *body, "}", sep="\n", file=file)
            print(f"{generate.__name__}: {sum('const double' in line for line in body)} operations", file=sys.stderr)


if __name__ == "__main__":
    main()
