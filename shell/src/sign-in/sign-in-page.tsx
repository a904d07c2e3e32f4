import type { Challenge } from '@portal/contract/factors'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { signOut, useSession } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { AfterSignIn } from '../passkeys/after-sign-in.tsx'
import { useAfterSignIn } from '../passkeys/use-after-sign-in.ts'
import { AuthLayout, Notice, OtherPortal, Waiting } from './auth-layout.tsx'
import { Approval, Confirmation, KnownBrowser, ReplyToConfirmation } from './mailed-links.tsx'
import { type OAuthFailure, reasonFailure } from './oauth-failure.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { signUpModeQuery } from './providers.ts'
import { SecondFactor } from './second-factor.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { NO_ENTRIES, SignUpForm } from './sign-up-form.tsx'

const route = getRouteApi('/')

const OAuthFinish = lazyComponent(() => import(/* webpackChunkName: "oauth" */ './oauth-finish.tsx'), 'OAuthFinish')
const NewPasswordForm = lazyComponent(
  () => import(/* webpackChunkName: "new-password" */ './new-password-form.tsx'),
  'NewPasswordForm',
)

const FailureNotice = ({ failure: { title, detail } }: { failure: OAuthFailure }) => (
  <Notice tone="error">
    <strong className="block font-semibold">{title}</strong>
    {detail}
  </Notice>
)

/** Shows a banner to a signed-in client on the bookkeepers' page. */
function ClientBanner() {
  const [busy, setBusy] = useState(false)
  const leave = async (): Promise<void> => {
    setBusy(true)
    await signOut().finally(() => setBusy(false))
  }
  return (
    <Notice tone="info">
      <p>You're currently signed in as a client. Sign out to register as a bookkeeper.</p>
      <Button size="sm" className="mt-3" busy={busy} onClick={() => void leave()}>
        Sign Out
      </Button>
    </Notice>
  )
}

function Toggles({ mode, onMode }: { mode: 'in' | 'up'; onMode: (mode: 'in' | 'up') => void }) {
  return (
    <fieldset className="mb-6 grid grid-cols-2 gap-1 rounded-field bg-base-200 p-1">
      <legend className="sr-only">Sign in or sign up</legend>
      {(['in', 'up'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={mode === value}
          onClick={() => onMode(value)}
          className={cx(
            'min-h-8 cursor-pointer rounded-[calc(var(--radius-field)-0.125rem)] font-medium text-sm',
            mode === value ? 'bg-base-100 shadow-sm' : 'text-base-content/70 hover:text-base-content',
          )}
        >
          {value === 'in' ? 'Sign In' : 'Sign Up'}
        </button>
      ))}
    </fieldset>
  )
}

/**
 * Returns why a sign-in through a provider failed. The reason is removed from the address, so that
 * a reload does not show it again.
 */
function useOAuthFailure() {
  const { oauth_error: reason, next } = route.useSearch()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<OAuthFailure | undefined>(() => reasonFailure(reason))
  const clearAddress = (): void => void navigate({ to: '/', search: next ? { next } : {}, replace: true })
  const clearReason = useEffectEvent(clearAddress)
  useEffect(() => {
    if (reason !== undefined) clearReason()
  }, [reason])
  return { failure, setFailure, clearAddress }
}

interface EntranceProps {
  mode: 'in' | 'up'
  onMode: (mode: 'in' | 'up') => void
  next: string | undefined
  onDone: () => void
  onPasskey: () => void
  onSecondFactor: (challenge: Challenge) => void
}

/** Signs in or up, with a password or through a provider. */
function Entrance({ mode, onMode, next, ...done }: EntranceProps) {
  const { data: signUpMode } = useQuery(signUpModeQuery)
  const [email, setEmail] = useState('')
  // Kept here, so that switching forms loses nothing.
  const [password, setPassword] = useState('')
  const [entries, setEntries] = useState(NO_ENTRIES)
  return (
    <>
      <Toggles mode={mode} onMode={onMode} />
      {mode === 'in' ? (
        <SignInForm email={email} onEmail={setEmail} password={password} onPassword={setPassword} {...done} />
      ) : signUpMode === 'closed' ? (
        <Notice tone="info">This portal does not accept new sign-ups. Please contact its operator.</Notice>
      ) : (
        <SignUpForm
          email={email}
          onEmail={setEmail}
          entries={entries}
          onEntries={setEntries}
          onDone={() => {
            setEntries(NO_ENTRIES)
            onMode('in')
          }}
        />
      )}
      <ProviderButtons next={next} />
    </>
  )
}

/** Shows sign-in and sign-up for bookkeepers. Mailed links and sign-in providers open it, too. */
export function SignInPage() {
  const { reset, confirm, approve, browser, 'reply-to': replyTo, oauth, next } = route.useSearch()
  const navigate = useNavigate()
  const session = useSession()
  const [mode, setMode] = useState<'in' | 'up'>('in')
  const [challenge, setChallenge] = useState<Challenge>()
  const { failure, setFailure, clearAddress } = useOAuthFailure()
  const { isOffered, proceed, signedIn } = useAfterSignIn(next ?? '/dashboard')
  const withoutLink = (): void => void navigate({ to: '/', search: {}, replace: true })
  const failed = (reason: OAuthFailure): void => {
    setFailure(reason)
    clearAddress()
  }
  return (
    <AuthLayout
      subtitle={mode === 'in' ? 'Sign in to manage your clients' : 'Create your account'}
      notice={
        <>
          {confirm ? <Confirmation token={confirm} /> : null}
          {replyTo ? <ReplyToConfirmation token={replyTo} /> : null}
          {approve ? <Approval token={approve} /> : null}
          {browser ? <KnownBrowser token={browser} /> : null}
          {session?.user.role === 'client' ? <ClientBanner /> : null}
          {failure && !oauth ? <FailureNotice failure={failure} /> : null}
        </>
      }
      footer={<OtherPortal portal="client" to="/client-auth" />}
    >
      {isOffered ? (
        <AfterSignIn onDone={proceed} />
      ) : reset ? (
        <NewPasswordForm
          token={reset}
          onDone={withoutLink}
          onLeave={withoutLink}
          fallback={<Waiting label="Checking the link" />}
        />
      ) : oauth ? (
        <OAuthFinish
          onDone={signedIn}
          onFailure={failed}
          onLeave={clearAddress}
          fallback={<Waiting label="Signing in" />}
        />
      ) : challenge ? (
        <SecondFactor challenge={challenge} onDone={signedIn} onLeave={() => setChallenge(undefined)} />
      ) : (
        <Entrance
          mode={mode}
          onMode={setMode}
          next={next}
          onDone={signedIn}
          onPasskey={proceed}
          onSecondFactor={setChallenge}
        />
      )}
    </AuthLayout>
  )
}
