"""Infantry in the MPh and APh (A4): who may move and how far, what a step costs, the step itself."""
