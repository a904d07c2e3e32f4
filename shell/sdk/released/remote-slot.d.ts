import type { WidgetName, WidgetProps } from '@portal/contract/widgets';
import { type ComponentType, type ReactNode } from 'react';
export type WidgetLoader = (name: WidgetName) => Promise<{
    default: ComponentType<never>;
}>;
declare let replace: ((name: WidgetName) => Promise<boolean>) | undefined;
export declare function setWidgetLoader(loader: WidgetLoader, replacer?: typeof replace): void;
export interface RemoteSlotProps<N extends WidgetName> {
    name: N;
    props: WidgetProps[N];
    fallback?: ReactNode;
}
export declare function RemoteSlot<N extends WidgetName>(props: RemoteSlotProps<N>): ReactNode;
export {};
