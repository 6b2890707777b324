//! Buffers that both sides see, and the objects that JavaScript knows by number.

use alloc::boxed::Box;
use core::cell::{Cell, UnsafeCell};

use wasm_bindgen::prelude::*;

use crate::prelude::*;
use crate::progress::Limits;
use crate::view::View;
use crate::wire::Writer;

/// A value of this module's one thread.
pub(super) struct Global<T> {
    value: UnsafeCell<T>,
    busy: Cell<bool>,
}

// WebAssembly without shared memory has one thread.
#[allow(unsafe_code)]
unsafe impl<T> Sync for Global<T> {}

impl<T> Global<T> {
    pub(super) const fn new(value: T) -> Self {
        Self { value: UnsafeCell::new(value), busy: Cell::new(false) }
    }

    /// Calls with the value. A call from inside of a call does nothing.
    #[allow(unsafe_code)]
    fn with(&self, call: &mut dyn FnMut(&mut T)) {
        if !self.busy.replace(true) {
            // Nobody else has it: `busy` was not set, and is until this returns.
            call(unsafe { &mut *self.value.get() });
            self.busy.set(false);
        }
    }
}

struct Buffers {
    numbers_in: Vec<f64>,
    bytes_in: Vec<u8>,
    out: Writer,
    text: String,
}

static BUFFERS: Global<Buffers> = Global::new(Buffers {
    numbers_in: Vec::new(),
    bytes_in: Vec::new(),
    out: Writer(Vec::new()),
    text: String::new(),
});

#[inline(never)]
fn buffers(call: &mut dyn FnMut(&mut Buffers)) {
    BUFFERS.with(call);
}

/// Where so many numbers for the next call are to be put.
#[wasm_bindgen]
pub fn numbers_in(length: usize) -> usize {
    let mut at = 0;
    buffers(&mut |buffers| {
        buffers.numbers_in.resize(length, 0.0);
        at = buffers.numbers_in.as_ptr() as usize;
    });
    at
}

/// Where so many bytes for the next call are to be put.
#[wasm_bindgen]
pub fn bytes_in(length: usize) -> usize {
    let mut at = 0;
    buffers(&mut |buffers| {
        buffers.bytes_in.resize(length, 0);
        at = buffers.bytes_in.as_ptr() as usize;
    });
    at
}

/// Where the numbers are that the last call gave.
#[wasm_bindgen]
pub fn numbers_out() -> usize {
    let mut at = 0;
    buffers(&mut |buffers| at = buffers.out.0.as_ptr() as usize);
    at
}

/// How many they are.
#[wasm_bindgen]
pub fn numbers_out_length() -> usize {
    let mut length = 0;
    buffers(&mut |buffers| length = buffers.out.0.len());
    length
}

/// Where the text is that the last call gave.
#[wasm_bindgen]
pub fn text_out() -> usize {
    let mut at = 0;
    buffers(&mut |buffers| at = buffers.text.as_ptr() as usize);
    at
}

/// Its length in bytes.
#[wasm_bindgen]
pub fn text_out_length() -> usize {
    let mut length = 0;
    buffers(&mut |buffers| length = buffers.text.len());
    length
}

#[inline(never)]
pub(super) fn take_numbers() -> Vec<f64> {
    let mut numbers = Vec::new();
    buffers(&mut |buffers| numbers = core::mem::take(&mut buffers.numbers_in));
    numbers
}

#[inline(never)]
pub(super) fn take_bytes() -> Vec<u8> {
    let mut bytes = Vec::new();
    buffers(&mut |buffers| bytes = core::mem::take(&mut buffers.bytes_in));
    bytes
}

/// The text that was put in. Its writer makes nothing but UTF-8.
pub(super) fn take_text() -> String {
    String::from_utf8(take_bytes()).unwrap_or_default()
}

#[inline(never)]
pub(super) fn give(write: &mut dyn FnMut(&mut Writer)) {
    buffers(&mut |buffers| {
        buffers.out.0.clear();
        write(&mut buffers.out);
    });
}

#[inline(never)]
pub(super) fn give_text(text: &str) {
    buffers(&mut |buffers| {
        buffers.text.clear();
        buffers.text.push_str(text);
    });
}

static VIEWS: Global<Vec<Option<Box<View>>>> = Global::new(Vec::new());

/// Makes a view. A ledger or a throttler alone is a view of which the rest is never used.
#[wasm_bindgen]
pub fn core_new(window_ms: f64, max_per_batch: usize, keep_last: usize) -> usize {
    let mut number = 0;
    VIEWS.with(&mut |views| {
        number = views.iter().position(Option::is_none).unwrap_or(views.len());
        let view = Some(Box::new(View::new(Limits { window_ms, max_per_batch, keep_last })));
        match views.get_mut(number) {
            Some(place) => *place = view,
            None => views.push(view),
        }
    });
    number
}

#[wasm_bindgen]
pub fn core_free(number: usize) {
    VIEWS.with(&mut |views| {
        if let Some(place) = views.get_mut(number) {
            *place = None;
        }
    });
}

/// Calls with a view, unless it is gone.
#[inline(never)]
fn call(number: usize, call: &mut dyn FnMut(&mut View)) {
    VIEWS.with(&mut |views| {
        if let Some(Some(view)) = views.get_mut(number) {
            call(view);
        }
    });
}

/// What `get` gives of a view; nothing if it is gone.
pub(super) fn with<R: Default>(number: usize, mut get: impl FnMut(&mut View) -> R) -> R {
    let mut gives = R::default();
    call(number, &mut |view| gives = get(view));
    gives
}

/// Gives numbers of a view.
pub(super) fn give_of(number: usize, mut write: impl FnMut(&mut View, &mut Writer)) {
    call(number, &mut |view| give(&mut |out| write(view, out)));
}

#[cfg(feature = "package")]
mod without_std {
    #[global_allocator]
    static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        core::arch::wasm32::unreachable()
    }
}
