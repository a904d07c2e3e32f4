import type { Session } from '@portal/contract/auth';
export declare const isDue: (session: Session, within?: number) => boolean;
export declare function refreshSession(stale: string): Promise<Session | null>;
export declare function restoreSession(): Promise<void>;
export declare function freshSession(): Promise<Session | null>;
export declare function startSessionKeeper(): () => void;
