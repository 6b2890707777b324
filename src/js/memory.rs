//! Buffers that both sides see, and the objects that JavaScript knows by number.

use alloc::boxed::Box;
use core::cell::UnsafeCell;

use wasm_bindgen::prelude::*;

use crate::prelude::*;
use crate::progress::Limits;
use crate::view::View;
use crate::wire::Writer;

/// A value of this module's one thread.
struct Global<T>(UnsafeCell<T>);

// WebAssembly without shared memory has one thread.
#[allow(unsafe_code)]
unsafe impl<T> Sync for Global<T> {}

impl<T> Global<T> {
    /// The value. Every function that JavaScript calls asks for each value once, and calls nothing back meanwhile: so
    /// nobody else has it.
    #[allow(unsafe_code, clippy::mut_from_ref)]
    fn get(&self) -> &mut T {
        unsafe { &mut *self.0.get() }
    }
}

static NUMBERS_IN: Global<Vec<f64>> = Global(UnsafeCell::new(Vec::new()));
static BYTES_IN: Global<Vec<u8>> = Global(UnsafeCell::new(Vec::new()));
static OUT: Global<Writer> = Global(UnsafeCell::new(Writer(Vec::new())));
static TEXT: Global<String> = Global(UnsafeCell::new(String::new()));
static VIEWS: Global<Vec<Option<Box<View>>>> = Global(UnsafeCell::new(Vec::new()));

/// Where so many numbers for the next call are to be put.
#[wasm_bindgen]
pub fn numbers_in(length: usize) -> usize {
    let numbers = NUMBERS_IN.get();
    numbers.resize(length, 0.0);
    numbers.as_ptr() as usize
}

/// Where so many bytes for the next call are to be put.
#[wasm_bindgen]
pub fn bytes_in(length: usize) -> usize {
    let bytes = BYTES_IN.get();
    bytes.resize(length, 0);
    bytes.as_ptr() as usize
}

/// Where the numbers are that the last call gave.
#[wasm_bindgen]
pub fn numbers_out() -> usize {
    OUT.get().0.as_ptr() as usize
}

/// How many they are.
#[wasm_bindgen]
pub fn numbers_out_length() -> usize {
    OUT.get().0.len()
}

/// Where the text is that the last call gave.
#[wasm_bindgen]
pub fn text_out() -> usize {
    TEXT.get().as_ptr() as usize
}

/// Its length in bytes.
#[wasm_bindgen]
pub fn text_out_length() -> usize {
    TEXT.get().len()
}

/// The numbers that were put in.
pub(super) fn numbers() -> &'static [f64] {
    NUMBERS_IN.get()
}

/// The bytes that were put in.
pub(super) fn bytes() -> &'static [u8] {
    BYTES_IN.get()
}

/// Where to put the numbers that a call gives.
#[inline(never)]
pub(super) fn out() -> &'static mut Writer {
    let out = OUT.get();
    out.0.clear();
    out
}

pub(super) fn give_text(text: String) {
    *TEXT.get() = text;
}

/// Makes a view. A ledger or a throttler alone is a view of which the rest is never used.
#[wasm_bindgen]
pub fn core_new(window_ms: f64, max_per_batch: usize, keep_last: usize) -> usize {
    let views = VIEWS.get();
    let number = views.iter().position(Option::is_none).unwrap_or(views.len());
    let view = Some(Box::new(View::new(Limits { window_ms, max_per_batch, keep_last })));
    match views.get_mut(number) {
        Some(place) => *place = view,
        None => views.push(view),
    }
    number
}

#[wasm_bindgen]
pub fn core_free(number: usize) {
    if let Some(place) = VIEWS.get().get_mut(number) {
        *place = None;
    }
}

/// The view with that number, unless it is gone.
#[inline(never)]
pub(super) fn view(number: usize) -> Option<&'static mut View> {
    VIEWS.get().get_mut(number)?.as_deref_mut()
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
