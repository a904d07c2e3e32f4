import { buttonClass } from '@portal/kit/ui/button'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Emphasis } from '../sign-in/auth-layout.tsx'

/**
 * Asks an invited person with an account to sign in and decide.
 * @param here whether they are signed in
 */
export function HasAccount({ by, email, here }: { by: ReactNode; email: string; here: boolean }) {
  return (
    <div className="text-center">
      <h2 className="font-semibold">You already have an account</h2>
      <p className="mt-1 mb-5 text-base-content/70 text-sm">
        {by} has invited <Emphasis>{email}</Emphasis>.{' '}
        {here ? 'Open the request to accept or decline it.' : 'Sign in to accept or decline the request.'}
        {here ? null : ' No password yet? Choose “Forgot your password?” there.'}
      </p>
      <Link to={here ? '/client-dashboard' : '/client-auth'} className={buttonClass('primary', 'md', 'w-full')}>
        {here ? 'See the request' : 'Go to Sign In'}
      </Link>
    </div>
  )
}
