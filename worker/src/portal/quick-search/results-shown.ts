/** Results that the search returns for each kind of item. */
export const RESULTS_SHOWN = 6

/** Rows that are read for each kind. The additional one shows whether there are more. */
export const RESULTS_READ = RESULTS_SHOWN + 1
