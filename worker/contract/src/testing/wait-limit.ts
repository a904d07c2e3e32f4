/**
 * How long tests wait for a condition, in ms. Longer than the heartbeat of the dispatcher (30 s), which delivers what a
 * lost notification has delayed. A condition that never comes true fails all the same.
 */
export const WAIT_LIMIT_MS = 45_000
