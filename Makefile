# Every target builds its own virtual environment in .venv; it needs Python 3.11 or later with venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test check pictures measure clean

play: .venv/installed
	$(BIN)/sasl play oto-s1

test: .venv/installed-dev
	$(BIN)/python -m pytest -n auto

check: .venv/installed-dev
	$(BIN)/ruff check sasl tests docs
	$(BIN)/ruff format --check --quiet sasl tests docs
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/sasl lint

pictures: .venv/installed-dev
	$(BIN)/python docs/scripts/make_pictures.py

measure: .venv/installed-dev
	$(BIN)/python docs/scripts/measure.py

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable . --constraint constraints.txt
	touch $@

.venv/installed-dev: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable '.[dev]' --constraint constraints.txt
	touch .venv/installed $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
