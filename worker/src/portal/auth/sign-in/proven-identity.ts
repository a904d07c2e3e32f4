import type { SecondFactorRequired } from '@portal/contract/factors'
import type { Role } from '@portal/contract/statuses'
import type { Conflicts, Step } from '../../../platform/db/write.ts'
import type { Account, ClientRecord } from '../accounts.ts'
import type { ProviderIdentity } from '../oauth/provider-identity.ts'
import type { OpenSession } from '../sessions/session.ts'

/**
 * The proof that opens a session: a verified password, the linked account at a sign-in provider, a passkey, which needs
 * no second factor, or a one-tap link for a client record.
 */
export type Proof =
  | { kind: 'password'; hash: string }
  | { kind: 'identity'; id: string }
  | { kind: 'passkey'; id: string }
  | { kind: 'one-tap'; id: string; clientId: string }

/** A user who has proven who they are. */
export interface ProvenIdentity {
  account: Account
  records: readonly ClientRecord[]
  portal: Role
  proof: Proof
  /** Further steps to commit with the session. */
  steps?: readonly Step[]
  /** Error codes for constraints that these steps may violate. */
  conflicts?: Conflicts
  /** An account at a sign-in provider to link with this sign-in. */
  link?: ProviderIdentity
  /** The second factor, if one was proven: the steps that consume it, and its kind. */
  second?: { steps: readonly Step[]; by: 'totp' | 'recovery_code' }
}

/** The result of the first step of a sign-in: a session, or a challenge for the second factor. */
export type SignInOutcome = OpenSession | SecondFactorRequired
