/** Turns off what component tests pay for and do not use: an eighth of their time. Loaded before React. */

// React creates a task for each element, for the stack traces of a debugger.
Reflect.set(console, 'createTask', undefined)

// Happy-dom matches the rules of style sheets, such as the one that comes with toasts, against every element whose role
// is asked for. Tests with a browser check the styles.
if (typeof document !== 'undefined')
  Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { configurable: true, get: () => null })
