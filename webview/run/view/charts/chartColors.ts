import { useEffect, useState } from 'preact/hooks';
import type { ChartColors } from '../../../../src/core/charts/chartSvg.ts';

/** The colors of lines, which every theme has. */
const LINES = ['blue', 'red', 'green', 'orange', 'purple', 'yellow'] as const;

/** The colors of the theme, as a canvas needs them. */
function themeColors(): ChartColors {
  const style = getComputedStyle(document.body);
  const color = (name: string, otherwise: string): string =>
    style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
  const text = color('foreground', '#808080');
  return {
    text,
    dim: color('descriptionForeground', text),
    grid: color('widget-border', color('panel-border', 'transparent')),
    back: color('editor-background', 'transparent'),
    main: color('charts-blue', text),
    bad: color('charts-red', text),
    lines: [...LINES.map((name) => color(`charts-${name}`, text)), color('terminal-ansiCyan', text), text],
  };
}

/** The colors of the theme; draws again when the theme changes. */
export function useThemeColors(): ChartColors {
  const [colors, setColors] = useState(themeColors);
  useEffect(() => {
    const observer = new MutationObserver(() => {
      setColors(themeColors());
    });
    observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    return () => {
      observer.disconnect();
    };
  }, []);
  return colors;
}
