"""Writes the same small log with NumPy and SciPy, in every way that they have. Made with NumPy 2.4.6, SciPy 1.17.1."""

import numpy as np
from scipy.io import savemat

N = 12
k = np.arange(N)
t = 0.01 * k
q = np.column_stack([0.5 * k, -0.25 * k])  # a row per sample
tau = np.column_stack([k + 1.0, 2.0 * k]).T  # a column per sample
gains = np.array([10.0, 20.0, 30.0])
log = {"t": t, "q": q, "tau": tau, "gains": gains, "name": "arm"}

np.savez("plain.npz", **log)
other_types = {
    "t": t.astype(">f8"),
    "q": np.asfortranarray(q),
    "tau": tau.astype(np.int16),
    "ready": k > 3,
    "objects": np.array([{}, 1], dtype=object),
}
np.savez_compressed("compressed.npz", **other_types)
savemat("plain.mat", log)
savemat("compressed.mat", {**log, "tau": tau.astype(np.int16)}, do_compression=True)
savemat("structure.mat", {"run": {"t": t, "q": q, "sensors": {"tau": tau}}}, do_compression=True)
