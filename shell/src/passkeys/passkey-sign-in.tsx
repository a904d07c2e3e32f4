import { Button } from '@portal/kit/ui/button'
import { KeyRound } from 'lucide-react'
import { passkeysSupported } from './supported.ts'
import { type PasskeySignInProps, usePasskeySignIn } from './use-passkey-sign-in.ts'

/** Signs in with a passkey, with a button or in autofill. Renders nothing where passkeys are not supported. */
export function PasskeySignIn(props: PasskeySignInProps) {
  const { busy, signIn } = usePasskeySignIn(props)
  if (!passkeysSupported()) return null
  return (
    <Button
      icon={<KeyRound aria-hidden />}
      className="mt-3 w-full"
      busy={busy}
      busyLabel="Signing in..."
      onClick={() => void signIn()}
    >
      Use a passkey
    </Button>
  )
}
