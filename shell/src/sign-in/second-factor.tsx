import { lazy, Suspense } from 'react'
import { Waiting } from './auth-layout.tsx'
import type { SecondFactorStepProps } from './second-factor-step.tsx'

const Step = lazy(async () => ({
  default: (await import(/* webpackChunkName: "second-factor" */ './second-factor-step.tsx')).SecondFactorStep,
}))

/** Asks for a code after the password. Loaded on demand, because few users need it. */
export function SecondFactor(props: SecondFactorStepProps) {
  return (
    <Suspense fallback={<Waiting label="Loading" />}>
      <Step {...props} />
    </Suspense>
  )
}
