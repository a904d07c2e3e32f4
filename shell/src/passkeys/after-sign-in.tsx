import { lazy, Suspense } from 'react'
import { Waiting } from '../sign-in/auth-layout.tsx'

const PasskeyOffer = lazy(async () => ({
  default: (await import(/* webpackChunkName: "passkeys" */ './passkey-offer.tsx')).PasskeyOffer,
}))

/** Shown after a sign-in if a passkey may be offered. Loaded on demand, because everyone sees it once at most. */
export function AfterSignIn({ onDone }: { onDone: () => void }) {
  return (
    <Suspense fallback={<Waiting label="Signing in" />}>
      <PasskeyOffer onDone={onDone} />
    </Suspense>
  )
}
