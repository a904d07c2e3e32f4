import { type FlagName, type FlagValues, flagValue, type RemoteFlag } from '@portal/contract/flags'
import { atom, getDefaultStore, useAtomValue } from 'jotai'

const flagsAtom = atom<FlagValues>({})
const store = getDefaultStore()

/** Sets the values of all flags for the signed-in person. The shell calls it with those of the registry. */
export const setFlags = (values: FlagValues): void => store.set(flagsAtom, values)

/**
 * Returns whether a feature is on; re-renders when an operator switches it.
 * @param flag the name of a flag of the shell, or a flag that the remote has declared with `defineFlags`
 */
export function useFlag(flag: FlagName | RemoteFlag): boolean {
  return flagValue(useAtomValue(flagsAtom, { store }), flag)
}
