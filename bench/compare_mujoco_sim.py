"""The torques of a simulated run of ours, applied to the same arm in MuJoCo: does it move alike?

usage: compare_mujoco_sim.py DIR      reads DIR/robot.xml and DIR/run.json of `cargo run --example simulate_torques`

Torques are constant for a millisecond each and applied without feedback, so that differences add up over the five seconds.
MuJoCo: implicitfast integrator, which is of first order, in steps of 4e-5, 2e-5 and 1e-5 s; friction loss is a soft constraint
there, so it is made as stiff as the step allows (time constant of two steps, impedance 0.999999) and solved by Newton's method
to 1e-14. No contacts, no limits. Prints the largest difference of every joint; fails above 1e-3 rad with the shortest step.
"""

import json
import pathlib
import sys

import mujoco
import numpy as np

TOLERANCE_RAD = 1e-3
STEPS_S = (4e-5, 2e-5, 1e-5)


def stiff_model(path, step_s):
    """Small steps and hard friction."""
    model = mujoco.MjModel.from_xml_path(str(path))
    option = model.opt
    option.timestep = step_s
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.solver = mujoco.mjtSolver.mjSOL_NEWTON
    option.tolerance = 1e-14
    option.iterations = 100
    option.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT
    model.dof_solref[:] = [2 * step_s, 1.0]
    model.dof_solimp[:] = [0.999999, 0.999999, 1e-3, 0.5, 2.0]
    return model


def largest_differences(model, run):
    """Of every joint, over the run [rad]."""
    data = mujoco.MjData(model)
    joints = [model.joint(name) for name in run["joints"]]
    at_q, at_v = [j.qposadr[0] for j in joints], [j.dofadr[0] for j in joints]
    tau, q, qd = (np.array(run[key]) for key in ("tau", "q", "qd"))
    data.qpos[at_q], data.qvel[at_v] = q[0], qd[0]
    n_steps = round(run["tick_s"] / model.opt.timestep)
    largest = np.zeros(len(joints))
    for k in range(len(tau) - 1):
        data.qfrc_applied[at_v] = tau[k]
        mujoco.mj_step(model, data, n_steps)
        largest = np.maximum(largest, np.abs(data.qpos[at_q] - q[k + 1]))
    return largest


def main(folder):
    folder = pathlib.Path(folder)
    run = json.loads((folder / "run.json").read_text())
    travel = np.ptp(np.array(run["q"]), axis=0)
    print(f"mujoco {mujoco.__version__}, joints at rest {100 * run['stuck_share']:.1f} % of the time")
    print("travel [rad]          ", *(f"{x:8.2f}" for x in travel))
    for step_s in STEPS_S:
        largest = largest_differences(stiff_model(folder / "robot.xml", step_s), run)
        print(f"steps of {step_s:.0e} s [rad]", *(f"{x:8.1e}" for x in largest), flush=True)
    return int(largest.max() > TOLERANCE_RAD)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
