import type { Challenge } from '@portal/contract/factors'
import type { LinkRequired } from '@portal/contract/oauth'
import { Button } from '@portal/kit/ui/button'
import { Spinner } from '@portal/kit/ui/states'
import { api, call, currentSession, isApiError, setSession, toastProblem } from '@portal/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BackToSignIn, Emphasis } from './auth-layout.tsx'
import { CurrentPassword } from './current-password.tsx'
import { useForm } from './use-form.ts'
import { errorFailure, type OAuthFailure } from './oauth-failure.ts'
import { SecondFactor } from './second-factor.tsx'
import { usePasswordResetMail } from './use-password-reset-mail.ts'

export interface OAuthFinishProps {
  onDone: () => void
  onFailure: (failure: OAuthFailure) => void
  /** Returns to the sign-in form. */
  onLeave: () => void
}

type NextStep = { link: LinkRequired['link'] } | { challenge: Challenge }

/** Asks once for the password of an existing account, to link it. */
function LinkForm({
  link,
  onChallenge,
  ...props
}: OAuthFinishProps & { link: LinkRequired['link']; onChallenge: (challenge: Challenge) => void }) {
  const [password, setPassword] = useState('')
  const { asking, ask } = usePasswordResetMail(link.email)
  const { problems, busy, formProps } = useForm(
    () => ({ password: password === '' ? 'Please enter your password.' : undefined }),
    async () => {
      try {
        const answer = await call(api.auth.oauth.link.$post({ json: { password } }))
        if ('second_factor' in answer) return onChallenge(answer.second_factor)
        setSession(answer, 'signed-in')
        props.onDone()
      } catch (error) {
        if (isApiError(error, 'wrong_password') || isApiError(error, 'too_many_requests')) toastProblem(error)
        else props.onFailure(errorFailure(error))
      }
    },
  )
  return (
    <form {...formProps} className="grid gap-4">
      <div>
        <h2 className="font-semibold">Link your account</h2>
        <p className="mt-1 text-base-content/70 text-sm">
          There is already an account for <Emphasis>{link.email}</Emphasis>. Enter its password once; from then on you
          can sign in with {link.provider} as well.
        </p>
      </div>
      <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
      <CurrentPassword
        value={password}
        onChange={setPassword}
        error={problems['password']}
        onForgot={ask}
        forgotBusy={asking}
      />
      <Button type="submit" variant="primary" busy={busy} busyLabel="Linking...">
        Link & Sign In
      </Button>
      <BackToSignIn onClick={props.onLeave} />
    </form>
  )
}

/** Finishes a sign-in when the browser returns from a provider. */
export function OAuthFinish(props: OAuthFinishProps) {
  const [nextStep, setNextStep] = useState<NextStep>()
  const finish = useEffectEvent(async (): Promise<void> => {
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const answer = await call(api.auth.oauth.finish.$post({ json: { timeZone } }))
      if ('link' in answer) return setNextStep({ link: answer.link })
      if ('second_factor' in answer) return setNextStep({ challenge: answer.second_factor })
      setSession(answer, 'signed-in')
      props.onDone()
    } catch (error) {
      // The page was reloaded after it had succeeded.
      if (isApiError(error, 'session_expired') && currentSession()?.user.role === 'bookkeeper') props.onDone()
      else props.onFailure(errorFailure(error))
    }
  })
  const hasStarted = useRef(false)
  useEffect(() => {
    // The response of the provider can be used only once.
    if (!hasStarted.current) void finish()
    hasStarted.current = true
  }, [])
  if (nextStep && 'challenge' in nextStep)
    return <SecondFactor challenge={nextStep.challenge} onDone={props.onDone} onLeave={props.onLeave} />
  if (nextStep)
    return <LinkForm {...props} link={nextStep.link} onChallenge={(challenge) => setNextStep({ challenge })} />
  return (
    <p className="py-10 text-center text-base-content/70 text-sm">
      <Spinner label="Signing in" className="mr-2 align-middle" /> Signing you in…
    </p>
  )
}
