"""Movement in the MPh (A4, D2): who may move and how far, what a step costs, the step itself, driving, carrying."""
