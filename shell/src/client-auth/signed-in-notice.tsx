import { signOut, useSession } from '@portal/sdk'
import { Emphasis, Notice } from '../sign-in/auth-layout.tsx'

/** Shows who is signed in, because an invitation may be for someone else. */
export function SignedInNotice() {
  const session = useSession()
  if (!session) return null
  return (
    <Notice tone="info">
      You're signed in as <Emphasis>{session.user.email}</Emphasis>.{' '}
      <button type="button" className="cursor-pointer font-medium underline" onClick={() => void signOut()}>
        Sign Out
      </button>
    </Notice>
  )
}
