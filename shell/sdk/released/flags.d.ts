import { type FlagName, type FlagValues, type RemoteFlag } from '@portal/contract/flags';
export declare const setFlags: (values: FlagValues) => void;
export declare function useFlag(flag: FlagName | RemoteFlag): boolean;
