import type { Challenge } from '@portal/contract/factors'
import { Tabs } from '@portal/kit/tabs'
import { toastError, toastSuccess } from '@portal/sdk'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthFrame, LINK } from '../sign-in/auth-frame.tsx'
import { CredentialsForm } from '../sign-in/credentials-form.tsx'
import { SecondFactor } from '../sign-in/second-factor.tsx'
import { Wizard } from './wizard.tsx'

const route = getRouteApi('/client-auth')

type View = 'sign-in' | 'sign-up' | 'forgot'

/**
 * Tells what the address says, once: an error that a link came back with, or a sign-up that has been completed. A `type` of
 * recovery opens the forgotten-password view.
 */
function useAddress(): View {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [first] = useState<View>(search.type === 'recovery' ? 'forgot' : 'sign-in')
  const { error, error_description: description, type, next } = search
  useEffect(() => {
    if (error || description) toastError('Authentication Error', description ?? error)
    else if (type === 'signup') toastSuccess('Email Confirmed!', 'Your account has been verified. Welcome to the client portal!')
    // Told once: a reload does not tell it again.
    if (error || description || type) void navigate({ to: '/client-auth', search: next ? { next } : {}, replace: true })
  }, [error, description, type, next, navigate])
  return first
}

/** A new password by mailed code, and the way back. */
function Forgotten({ onDone, ...email }: { email: string; onEmail: (email: string) => void; onDone: () => void }) {
  return (
    <>
      <Wizard purpose="recovery" {...email} onDone={onDone} />
      <p className="mt-5 text-center text-sm">
        <button type="button" className={LINK} onClick={onDone}>
          Back to Sign In
        </button>
      </p>
    </>
  )
}

/** The clients' sign-in, sign-up and forgotten password (specification, section 2). */
export function ClientAuthPage() {
  const [view, setView] = useState<View>(useAddress())
  const [email, setEmail] = useState('')
  const [challenge, setChallenge] = useState<Challenge>()
  const { next } = route.useSearch()
  const navigate = useNavigate()
  const signedIn = (): void => void navigate({ href: next ?? '/client-dashboard', replace: true })
  const signedUp = (): void => {
    setView('sign-in')
    void navigate({ to: '/client-auth', search: { type: 'signup', ...(next ? { next } : {}) }, replace: true })
  }
  return (
    <AuthFrame
      title="Client Portal"
      subtitle={view === 'forgot' ? 'Reset your password' : 'Your documents, in one place'}
      footer={
        <>
          Are you a bookkeeper?{' '}
          <Link to="/" className={LINK}>
            Go to the bookkeeper login
          </Link>
        </>
      }
    >
      {challenge ? (
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
            <CredentialsForm
              portal="client"
              email={email}
              onEmail={setEmail}
              onDone={signedIn}
              onSecondFactor={setChallenge}
              onForgot={() => setView('forgot')}
            />
          ) : (
            <Wizard purpose="signup" email={email} onEmail={setEmail} onDone={signedUp} />
          )}
        </Tabs>
      )}
    </AuthFrame>
  )
}
