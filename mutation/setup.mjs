// Of a property that fails, the failure counts alone: looking for the smallest example takes most of the time of a
// mutant that is caught. The same examples every time, so that scores can be compared.
import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true, seed: 1 });
