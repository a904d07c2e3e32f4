/** Tabs of the client detail dialog, as in the address. */
export const CLIENT_TABS = ['overview', 'notes', 'files', 'history'] as const
export type ClientTab = (typeof CLIENT_TABS)[number]

/** Dialogs over the client detail dialog that the address can open. */
export const CLIENT_ACTIONS = ['assign', 'remind'] as const
export type ClientAction = (typeof CLIENT_ACTIONS)[number]
