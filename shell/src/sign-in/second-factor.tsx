import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { Waiting } from './auth-layout.tsx'
import type { SecondFactorStepProps } from './second-factor-step.tsx'

const Step = lazyComponent(
  () => import(/* webpackChunkName: "second-factor" */ './second-factor-step.tsx'),
  'SecondFactorStep',
)

/** Asks for a code after the password. Loaded on demand, because few users need it. */
export function SecondFactor(props: SecondFactorStepProps) {
  return <Step {...props} fallback={<Waiting label="Loading" />} />
}
