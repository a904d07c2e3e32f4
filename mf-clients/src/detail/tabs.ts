/** Tabs of the client detail dialog, as in the address. */
export const CLIENT_TABS = ['overview', 'notes', 'files', 'history'] as const
export type ClientTab = (typeof CLIENT_TABS)[number]

/** What the address can open over the client detail dialog; `archive` only focuses the button. */
export const CLIENT_ACTIONS = ['assign', 'remind', 'archive'] as const
export type ClientAction = (typeof CLIENT_ACTIONS)[number]
