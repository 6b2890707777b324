//! Time as the callers give it: the core reads no clock.

/// A point in time, in milliseconds since the Unix epoch. Always finite.
#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd)]
pub struct Millis(f64);

impl Millis {
    /// `None` for NaN and the infinities. Negative zero becomes zero, so that equal times print alike.
    pub fn new(ms: f64) -> Option<Self> {
        ms.is_finite().then_some(Self(ms + 0.0))
    }

    /// Milliseconds since the Unix epoch.
    pub fn get(self) -> f64 {
        self.0
    }

    /// The later of the two.
    pub fn max(self, other: Self) -> Self {
        if other.0 > self.0 { other } else { self }
    }

    /// Milliseconds from `earlier` to this time; negative if it is the other way round.
    pub fn since(self, earlier: Self) -> f64 {
        self.0 - earlier.0
    }
}

/// A clock that never runs backwards: what is older than the last time seen counts as that time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Monotone(Option<Millis>);

impl Monotone {
    pub(crate) fn starting_at(at: Millis) -> Self {
        Self(Some(at))
    }

    pub(crate) fn observe(&mut self, at: Millis) -> Millis {
        let clamped = self.0.map_or(at, |last| last.max(at));
        self.0 = Some(clamped);
        clamped
    }

    pub(crate) fn last(self) -> Option<Millis> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_times_exist() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Millis::new(bad), None);
        }
        assert!(Millis::new(-0.0).is_some_and(|t| t.get().is_sign_positive()));
    }

    #[test]
    fn a_clock_that_runs_backwards_is_clamped() {
        let mut clock = Monotone::default();
        let seen: Vec<f64> =
            [5.0, 3.0, 7.0, -1.0].into_iter().filter_map(Millis::new).map(|t| clock.observe(t).get()).collect();
        assert_eq!(seen, [5.0, 5.0, 7.0, 7.0]);
    }
}
