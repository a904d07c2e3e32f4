/** For how many hours outcomes are kept per minute, too. */
export const MINUTE_HOURS = 3

/** Returns the key of a minute in `remote_health`. */
export const minuteOf = (at: Date): string => `-${at.toISOString().slice(0, 16)}`
