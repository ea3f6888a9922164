/* A toolkit without elements. happy-dom lacks what the real elements need and shows plain elements instead. */

const nothing = (): undefined => undefined;

export const provideVSCodeDesignSystem = (): { readonly register: () => undefined } => ({
  register: nothing,
});
export const vsCodeButton = nothing;
export const vsCodeDropdown = nothing;
export const vsCodeOption = nothing;
export const vsCodePanels = nothing;
export const vsCodePanelTab = nothing;
export const vsCodePanelView = nothing;
export const vsCodeTextField = nothing;
