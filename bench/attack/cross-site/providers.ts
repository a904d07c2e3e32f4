import { Browser } from '../../../worker/src/testing/browser.ts'
import { type Attack, Trial } from '../attack.ts'
import { EVIL } from './evil.ts'

/** Ways in through a provider that begin, end or lead elsewhere. */
export async function providers(): Promise<Attack> {
  const trial = new Trial('ways through a provider')
  const outcome = (to: URL): string => to.searchParams.get('oauth_error') ?? to.searchParams.get('oauth') ?? ''
  const [mine, theirs] = [new Browser(), new Browser()]
  const login = () => `${Math.random().toString(36).slice(2)}@example.com`
  const back = await mine.authenticate(await mine.begin(), login())
  trial.must(outcome(await theirs.comeBack(back)) !== 'finish', "an attacker's way back signs somebody else in")
  const bare = new URL(back)
  bare.searchParams.delete('state')
  trial.must(outcome(await mine.comeBack(bare)) !== 'finish', 'a way back without its state goes on')
  const wrong = new URL(back)
  wrong.searchParams.set('state', 'A'.repeat(43))
  trial.must(outcome(await mine.comeBack(wrong)) !== 'finish', 'a way back with another state goes on')
  const other = new URL(back)
  other.searchParams.set('iss', EVIL)
  const fresh = new Browser()
  const again = await fresh.authenticate(await fresh.begin(), login())
  trial.must(outcome(await fresh.comeBack(again)) === 'finish', 'the right way back does not go on')
  trial.must(outcome(await fresh.comeBack(again)) !== 'finish', 'a way back goes on twice')
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    '/%2f/../..//evil.example',
  ]) {
    const browser = new Browser()
    const end = await browser.through(login(), next)
    trial.must(end.host === new URL(back).host, `next=${next} leads to ${end.href}`)
    const onward = new URL(end.searchParams.get('next') ?? '/', end)
    trial.must(onward.origin === end.origin, `next=${next} goes on to ${onward.href}`)
  }
  return trial.result()
}
