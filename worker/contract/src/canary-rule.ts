/** The rule that decides about canaries. Free of zod, so that screens can show it. */

/** The kinds of failure with which a person cannot use a page: it does not load, hangs, or shows an error. */
export const BROKEN = ['failed_load', 'hang', 'render_error'] as const

/** The rule, in a sentence (`judge` of the worker). */
export const CANARY_RULE =
  'The portal rolls it back when it does not load, hangs or shows an error for two firms, ' +
  'or, if the live version does so, too, for two more than twice its rate.'
