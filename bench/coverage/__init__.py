"""Arms simulated in MuJoCo with known parameters: coverage of intervals and errors of models identified from their logs."""
