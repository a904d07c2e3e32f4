/** The audit log of the portal itself, for actions of operators and teams that belong to no firm. */
export const PORTAL_LOG = 'portal'
