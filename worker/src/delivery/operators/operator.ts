/** The caller of a request with a session of the operator page. */
export interface Operator {
  sessionId: string
  kind: 'operator' | 'team'
  /** The operator's address, or the label of the team's token. */
  name: string
  /** The token of the team; null for operators. */
  tokenId: string | null
  /** The only remote that a team sees; null for operators, who see all. */
  remote: string | null
  scope: 'preview' | 'publish'
  expiresAt: string
}

/** Returns whether a remote belongs to the caller. */
export const maySee = ({ remote }: Pick<Operator, 'remote'>, name: string): boolean =>
  remote === null || remote === name
