//! Buffers that both sides see, and the objects that JavaScript knows by number.

use alloc::boxed::Box;
use core::cell::{Cell, UnsafeCell};

use wasm_bindgen::prelude::*;

use crate::prelude::*;
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

/// Objects, each under a number.
pub(super) type Objects<T> = Global<Vec<Option<Box<T>>>>;

impl<T> Objects<T> {
    #[inline(never)]
    pub(super) fn add(&self, object: Box<T>) -> usize {
        let mut object = Some(object);
        let mut number = 0;
        self.with(&mut |all| {
            number = all.iter().position(Option::is_none).unwrap_or(all.len());
            if number == all.len() {
                all.push(None);
            }
            if let Some(place) = all.get_mut(number) {
                *place = object.take();
            }
        });
        number
    }

    #[inline(never)]
    pub(super) fn remove(&self, number: usize) {
        self.with(&mut |all| {
            if let Some(place) = all.get_mut(number) {
                *place = None;
            }
        });
    }

    /// Calls with an object, unless it is gone.
    #[inline(never)]
    pub(super) fn call(&self, number: usize, call: &mut dyn FnMut(&mut T)) {
        self.with(&mut |all| {
            if let Some(Some(object)) = all.get_mut(number) {
                call(object);
            }
        });
    }
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
