import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { Waiting } from '../sign-in/auth-layout.tsx'

const PasskeyOffer = lazyComponent(
  () => import(/* webpackChunkName: "passkeys" */ './passkey-offer.tsx'),
  'PasskeyOffer',
)

/** Shown after a sign-in if a passkey may be offered. Loaded on demand, because everyone sees it once at most. */
export function AfterSignIn({ onDone }: { onDone: () => void }) {
  return <PasskeyOffer onDone={onDone} fallback={<Waiting label="Signing in" />} />
}
