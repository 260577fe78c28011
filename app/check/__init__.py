"""Does the program keep its promises? Simulations and proofs that anybody can run."""
