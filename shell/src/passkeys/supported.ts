/**
 * Returns whether this browser can use passkeys at this address. Browsers require https or this machine, and a host
 * name instead of an IP address.
 */
export const passkeysSupported = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname)
