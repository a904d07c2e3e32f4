import { Button } from '@portal/kit/ui/button'
import { api, call, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Waiting } from '../sign-in/auth-layout.tsx'
import { toastCreationFailure } from './failures.ts'
import { ceremonies } from './load-ceremonies.ts'
import { rememberOffer } from '../answered-offers.ts'

/** Returns whether the device can check fingerprint, face or PIN, and the account has no passkey yet. */
async function isUseful(): Promise<boolean> {
  const { platformAuthenticatorIsAvailable } = await ceremonies.load()
  if (!(await platformAuthenticatorIsAvailable())) return false
  const { passkeys } = await call(api.auth.passkeys.$get())
  rememberOffer('passkey')
  return passkeys.length === 0
}

function Offer({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The offer replaces the form that had the focus.
  useEffect(() => heading.current?.focus(), [])
  const create = async (): Promise<void> => {
    setBusy(true)
    try {
      const { createPasskey } = await ceremonies.load()
      if (!(await createPasskey())) return
      toastSuccess('Passkey added', 'Next time, sign in with it instead of your password.')
      onDone()
    } catch (error) {
      toastCreationFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <KeyRound className="size-9 text-primary" aria-hidden />
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Sign in faster next time
      </h2>
      <p className="text-base-content/70 text-sm">
        With a passkey, your fingerprint, face or screen lock replaces your password. The portal never sees them, and a
        fake website cannot steal your passkey.
      </p>
      <div className="mt-3 grid w-full gap-2">
        <Button variant="primary" busy={busy} busyLabel="Creating..." onClick={() => void create()}>
          Create a passkey
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Not now
        </Button>
      </div>
      <p className="text-base-content/70 text-xs">You can add one in your profile at any time.</p>
    </div>
  )
}

/** Offers a passkey after a sign-in where that is useful, and continues otherwise. */
export function PasskeyOffer({ onDone }: { onDone: () => void }) {
  // An error must not keep the user from signing in.
  const { data } = useQuery({ queryKey: ['passkey-offer'], queryFn: () => isUseful().catch(() => false), gcTime: 0 })
  const skip = useEffectEvent(onDone)
  useEffect(() => {
    if (data === false) skip()
  }, [data])
  return data ? <Offer onDone={onDone} /> : <Waiting label="Signing in" />
}
