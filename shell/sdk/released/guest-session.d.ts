import type { Session } from '@portal/contract/auth';
export declare function startGuestSession(token: string): Promise<void>;
export declare function renewGuestSession(): Promise<Session | null>;
