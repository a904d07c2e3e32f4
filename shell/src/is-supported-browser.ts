/**
 * Returns whether the browser is new enough for the portal. If not, index.html says so, by the same features, and works
 * in browsers that cannot even read this file.
 */
export const isSupportedBrowser = (): boolean =>
  'CSSScopeRule' in globalThis && CSS.supports('color', 'light-dark(red, blue)')
