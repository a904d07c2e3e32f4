/** Entries of each list of where clients get stuck. */
export const MAX_STUCK = 5
