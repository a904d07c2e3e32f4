import type { Challenge } from '@portal/contract/factors'
import { Tabs } from '@portal/kit/ui/tabs'
import { isApiError, toastError, toastSuccess } from '@portal/sdk'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AfterSignIn } from '../passkeys/after-sign-in.tsx'
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx'
import { useAfterSignIn } from '../passkeys/use-after-sign-in.ts'
import { AuthLayout, BackToSignIn, LinkButton, OtherPortal } from '../sign-in/auth-layout.tsx'
import { CredentialsForm, type CredentialsFormProps } from '../sign-in/credentials-form.tsx'
import { KnownBrowser } from '../sign-in/mailed-links.tsx'
import { SecondFactor } from '../sign-in/second-factor.tsx'
import { Wizard } from './wizard.tsx'
import { forgetWizard, readWizard } from './wizard-state.ts'

const route = getRouteApi('/client-auth')

type View = 'sign-in' | 'sign-up' | 'forgot'

/** Shows the message in the address once: an error, or a completed sign-up. Returns the view to begin with. */
function useAddress(): View {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [initialView] = useState<View>(() => {
    const begun = readWizard()?.purpose
    if (search.type === 'recovery' || begun === 'recovery') return 'forgot'
    return begun === 'signup' ? 'sign-up' : 'sign-in'
  })
  const { error, error_description: description, type, browser, next } = search
  useEffect(() => {
    if (error || description) toastError('Authentication Error', description ?? error)
    else if (type === 'signup')
      toastSuccess('Email Confirmed!', 'Your account has been verified. Welcome to the client portal!')
    // Removed, so that a reload does not show it again.
    const kept = { ...(browser ? { browser } : {}), ...(next ? { next } : {}) }
    if (error || description || type) void navigate({ to: '/client-auth', search: kept, replace: true })
  }, [error, description, type, browser, next, navigate])
  return initialView
}

/** Sets a new password with a code from a mail. */
function Forgotten({ onDone, ...email }: { email: string; onEmail: (email: string) => void; onDone: () => void }) {
  const leave = (): void => {
    forgetWizard()
    onDone()
  }
  return (
    <>
      <Wizard purpose="recovery" {...email} onDone={leave} />
      <div className="mt-5">
        <BackToSignIn onClick={leave} />
      </div>
    </>
  )
}

/**
 * Signs a client in. After a wrong password it explains how to set the first one. Everyone sees
 * this text, so that it does not reveal who was invited.
 */
function ClientSignIn({
  onSignUp,
  onPasskey,
  ...form
}: Omit<CredentialsFormProps, 'portal' | 'onFailure'> & { onSignUp: () => void; onPasskey: () => void }) {
  const [failed, setFailed] = useState(false)
  return (
    <>
      <CredentialsForm
        {...form}
        portal="client"
        onFailure={(error) => setFailed(isApiError(error, 'invalid_credentials'))}
      />
      <PasskeySignIn portal="client" onDone={onPasskey} />
      {failed ? (
        <p role="status" className="mt-5 text-base-content/70 text-sm">
          No password yet? Use the link in an email from us, or <LinkButton onClick={onSignUp}>sign up</LinkButton> to
          set one.
        </p>
      ) : null}
    </>
  )
}

const TAB_NAMES: Readonly<Record<View, string>> = {
  'sign-in': 'Sign In',
  'sign-up': 'Sign Up',
  forgot: 'Reset your password',
}

/** Shows sign-in, sign-up and password reset for clients. */
export function ClientAuthPage() {
  const [view, setView] = useState<View>(useAddress())
  const [email, setEmail] = useState(() => readWizard()?.email ?? '')
  // Kept here, so that switching tabs loses nothing.
  const [password, setPassword] = useState('')
  const [challenge, setChallenge] = useState<Challenge>()
  const { browser, next } = route.useSearch()
  const navigate = useNavigate()
  const { isOffered, proceed, signedIn } = useAfterSignIn(next ?? '/client-dashboard')
  const signedUp = (): void => {
    setView('sign-in')
    void navigate({ to: '/client-auth', search: { type: 'signup', ...(next ? { next } : {}) }, replace: true })
  }
  return (
    <AuthLayout
      tab={TAB_NAMES[view]}
      notice={browser ? <KnownBrowser token={browser} /> : null}
      subtitle={view === 'forgot' ? 'Reset your password' : 'Your documents, in one place'}
      footer={<OtherPortal portal="bookkeeper" to="/" />}
    >
      {isOffered ? (
        <AfterSignIn onDone={proceed} />
      ) : challenge ? (
        <SecondFactor challenge={challenge} onDone={signedIn} onLeave={() => setChallenge(undefined)} />
      ) : view === 'forgot' ? (
        <Forgotten email={email} onEmail={setEmail} onDone={() => setView('sign-in')} />
      ) : (
        <Tabs
          label="Sign in or sign up"
          look="box"
          className="flex flex-col gap-6"
          tabs={[
            { value: 'sign-in', label: 'Sign In' },
            { value: 'sign-up', label: 'Sign Up' },
          ]}
          value={view}
          onChange={setView}
        >
          {view === 'sign-in' ? (
            <ClientSignIn
              email={email}
              onEmail={setEmail}
              password={password}
              onPassword={setPassword}
              onDone={signedIn}
              onPasskey={proceed}
              onSecondFactor={setChallenge}
              onForgot={() => setView('forgot')}
              onSignUp={() => setView('sign-up')}
            />
          ) : (
            <Wizard purpose="signup" email={email} onEmail={setEmail} onDone={signedUp} />
          )}
        </Tabs>
      )}
    </AuthLayout>
  )
}
