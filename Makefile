# Every target sets up what it needs: a fresh machine needs only make and a shell.
PYTHON_BIN = .venv/bin/python
MANAGE = $(PYTHON_BIN) manage.py
TYPED = games/engine games/bots games/analysis games/sentences games/ratings games/services leagues/engine leagues/services masuno_site
# `make test PYTEST="-k race"` runs a part.
PYTEST ?=
# What a public site might set, for the checks of such a site.
PUBLIC_ENV = MASUNO_MODE=public MASUNO_HOSTS=uno.example.org SMTP_URL=smtp://localhost \
	MASUNO_SECRET_KEY=of-no-worth-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH

.PHONY: run test test-faults check bench bench-leagues bench-bots bench-analysis bench-pages bench-live messages lock format browser

run: .venv/.stamp
	@$(PYTHON_BIN) -m masuno_site.server

test: check browser
	$(PYTHON_BIN) -m pytest -n 2 --ignore=tests/e2e $(PYTEST)
	$(PYTHON_BIN) -m pytest -n 2 --dist worksteal tests/e2e --output=test-results --screenshot=only-on-failure $(PYTEST)

check: .venv/.stamp
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy $(wildcard $(TYPED))
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) check --fail-level WARNING
	$(PUBLIC_ENV) $(MANAGE) check --deploy --fail-level WARNING
	$(PYTHON_BIN) .ci/messages.py --check

# The rules' own promises and fair races at full count; takes many minutes.
test-faults: .venv/.stamp
	MASUNO_EXAMPLES=2000 MASUNO_STEPS=200 $(PYTHON_BIN) -m pytest tests/engine $(PYTEST)
	MASUNO_RACES=600 $(PYTHON_BIN) -m pytest tests/site/test_lines.py $(PYTEST)
	MASUNO_LEAGUES=full $(PYTHON_BIN) -m pytest tests/leagues $(PYTEST)
	MASUNO_FULL_RATINGS=1 $(PYTHON_BIN) -m pytest tests/ratings tests/services/test_ledger.py $(PYTEST)
	$(MANAGE) simulate_season --players 500 --results 20000 --seed season
	MASUNO_STORED_ROUNDS=10000 $(PYTHON_BIN) -m pytest tests/services/test_round_replay.py $(PYTEST)
	$(MANAGE) simulate --games 2000 --seats 4
	$(MANAGE) simulate --games 1000 --seats 12 --preset clasic --jobs 2

bench: .venv/.stamp
	$(PYTHON_BIN) -m tests.bench

# How fast leagues are paired and ranked; `oracle` besides compares with an exact solver.
bench-leagues: .venv/.stamp
	$(PYTHON_BIN) -m tests.bench.leagues swiss standings oracle

# How strong the bots are, and what their turns cost.
bench-bots: .venv/.stamp
	$(PYTHON_BIN) -m tests.bench.bots

# What the analysis of a round costs, and what it costs a table where people play meanwhile.
bench-analysis: .venv/.stamp
	$(PYTHON_BIN) -m tests.bench.analysis

# Pages that list people and matches, with 1,000 and with 100,000 of them.
bench-pages: .venv/.stamp
	$(PYTHON_BIN) -m tests.bench.boards

# Fifty live tables of four on a site of its own; `sh .ci/with-servers make bench-live` on PostgreSQL and Redis.
bench-live: .venv/.stamp
	$(PYTHON_BIN) -m tests.bench.live

# Collects the texts, keeps their translations, compiles them and says what is missing.
# `make messages FILES="more.po"` takes over translations handed in.
messages: .venv/.stamp
	$(PYTHON_BIN) .ci/messages.py $(FILES)

format: .venv/.stamp
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

# Pins requirements*.txt anew from requirements*.in.
lock: .venv/.stamp
	sh .ci/lock

# A browser for the tests, where the system has none.
browser: .venv/.stamp
	@sh .ci/find-browser >/dev/null || $(PYTHON_BIN) -m playwright install --with-deps chromium || \
		echo "No Chromium found: the browser tests are skipped." >&2

.venv/.stamp: requirements.txt requirements-dev.txt
	rm -rf .venv && python="$$(sh .ci/find-python)" && "$$python" -m venv .venv
	$(PYTHON_BIN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt -r requirements-dev.txt
	touch $@
