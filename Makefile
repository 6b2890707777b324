# make demo | vscode | test | pkg | bench | lint. Each sets up what it needs; see .ci/setup.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
WASM := wasm32-unknown-unknown
PORT ?= 8080
tools = source target/tools.env

.PHONY: help demo vscode test pkg bench lint clean setup-%

help:
	@printf '%s\n' 'make demo   build, serve the demo page, print its address' \
	  'make vscode a real VS Code with the sample extension, in the browser' \
	  'make test   everything: Rust, wasm-pack headless, package, browser, VS Code' \
	  'make pkg    the npm package, in pkg/' 'make bench  speed and size' 'make lint   rustfmt, clippy, docs'

setup-%:
	@.ci/setup $*

rust_sources := Cargo.toml Cargo.lock $(shell find src -type f)
pkg_sources := $(rust_sources) $(wildcard www/*.mjs docs/*) www/package-lock.json $(shell find www/lib -type f) pkg.json.template README.md CHANGELOG.md LICENSE

pkg: setup-node
	@$(MAKE) --no-print-directory --silent pkg/package.json

pkg/package.json: $(pkg_sources)
	@echo '== package: cargo, wasm-bindgen, wasm-opt, esbuild'
	@$(tools) && cargo build --quiet --release --lib --features package --target $(WASM)
	@rm -rf target/wasm
	@$(tools) && wasm-bindgen --target web --omit-default-module-path --out-name tasklight --out-dir target/wasm \
	  target/$(WASM)/release/tasklight.wasm
	@$(tools) && wasm-opt -Oz --strip-debug --strip-producers --enable-bulk-memory --enable-nontrapping-float-to-int \
	  --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue \
	  -o target/wasm/tasklight_bg.wasm target/wasm/tasklight_bg.wasm
	@$(tools) && node www/build.mjs

demo: pkg
	@$(tools) && node www/demo/build.mjs
	@$(tools) && PORT=$(PORT) exec node www/serve.mjs

vscode: pkg
	@$(tools) && PORT=$(PORT) exec node www/vscode/serve.mjs

# CI=true or not, a step says what it is and whether it failed; nothing is skipped.
test: setup-browser pkg
	@echo '== 1/6 Rust, native'
	@$(tools) && cargo test --quiet
	@echo '== 2/6 Rust, as WebAssembly in headless Chromium'
	@$(tools) && WASM_BINDGEN_TEST_TIMEOUT=300 wasm-pack --log-level warn test --headless --chrome --chromedriver "$$CHROMEDRIVER"
	@echo '== 3/6 the package, in Node.js'
	@$(tools) && node --test --test-reporter=spec tests/package/*.test.mjs
	@echo '== 4/6 the package, through bundlers and under the policies of webviews, in Chromium'
	@$(tools) && node --test --test-reporter=spec tests/bundlers/*.test.mjs
	@echo '== 5/6 the element and the demo page, in Chromium'
	@$(tools) && node --test --test-reporter=spec tests/e2e/*.test.mjs
	@echo '== 6/6 the sample extension, in a real VS Code'
	@$(tools) && node --test --test-reporter=spec tests/vscode/*.test.mjs

bench: pkg
	@$(tools) && node --expose-gc benches/bench.mjs

lint: setup-rust
	@$(tools) && cargo fmt --check
	@$(tools) && cargo clippy --quiet --all-targets -- -D warnings
	@$(tools) && cargo clippy --quiet --all-targets --target $(WASM) -- -D warnings
	@$(tools) && cargo clippy --quiet --lib --features package --target $(WASM) -- -D warnings
	@$(tools) && RUSTDOCFLAGS='-D warnings' cargo doc --quiet --no-deps --document-private-items

clean:
	rm -rf target pkg www/vscode/dist webdriver.json www/node_modules tests/node_modules
