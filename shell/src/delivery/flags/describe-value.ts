import type { FlagState } from '@portal/contract/flag-settings'

/** A value that operators have set. */
export type FlagValue = FlagState['values'][number]

/** Returns for whom a value is set. */
export const targetOf = ({ of }: Pick<FlagValue, 'of'>): string => of ?? 'everyone'

/** Returns a value and its target in words: "Off for everyone", "On for 25% of everyone". */
export const describeValue = ({ percent, of }: Pick<FlagValue, 'percent' | 'of'>): string =>
  percent === 0 || percent === 100
    ? `${percent === 0 ? 'Off' : 'On'} for ${targetOf({ of })}`
    : `On for ${percent}% of ${targetOf({ of })}`
