/** Pan and zoom: by drag, wheel, pinch, keys and buttons. */
import { select } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { SCENE_ID } from './data.ts';

const SMALLEST = 0.02;
const LARGEST = 4;
/** Words are not readable at a smaller scale. */
const LEGIBLE = 0.75;
const MARGIN = 24;

export interface View {
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  move(right: number, down: number): void;
  /** Keeps the center of the picture in place when the window changes. */
  resized(): void;
  /** Pans to an element that is not visible. */
  show(element: Element | undefined): void;
}

function found<Found extends Element>(selector: string, type: new () => Found): Found {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`There is no ${selector}.`);
  return element;
}

export function createView(): View {
  const svg = found('main > svg', SVGSVGElement);
  const scene = found(`#${SCENE_ID}`, SVGGElement);
  const { width, height } = svg.viewBox.baseVal;
  // From now on only the transformation places the picture.
  svg.removeAttribute('viewBox');

  const behavior = zoom<SVGSVGElement, unknown>()
    .scaleExtent([SMALLEST, LARGEST])
    .on('zoom', ({ transform }) => scene.setAttribute('transform', String(transform)));
  const canvas = select(svg).call(behavior);

  const room = () => ({ wide: svg.clientWidth, high: svg.clientHeight });

  /** The picture centered at a scale, or from its top if it is higher than the window. */
  const placedAt = (scale: number) => {
    const { wide, high } = room();
    const y = Math.max(MARGIN, (high - height * scale) / 2);
    return zoomIdentity.translate((wide - width * scale) / 2, y).scale(scale);
  };
  /** The scale at which this much of the picture is visible; never larger than full size. */
  const scaleFor = (across: number, down: number): number => {
    const { wide, high } = room();
    return Math.max(SMALLEST, Math.min((wide - MARGIN * 2) / across, (high - MARGIN * 2) / down, 1));
  };
  const whole = () => scaleFor(width, height);

  // Start with the whole picture if it is readable, otherwise at its top.
  canvas.call(behavior.transform, placedAt(whole() >= LEGIBLE ? whole() : Math.max(LEGIBLE, scaleFor(width, 1))));

  let middle = room().wide / 2;

  return {
    zoomIn: () => canvas.call(behavior.scaleBy, 1.4),
    zoomOut: () => canvas.call(behavior.scaleBy, 1 / 1.4),
    fit: () => canvas.call(behavior.transform, placedAt(whole())),
    move: (right, down) => {
      const { k } = zoomTransform(svg);
      canvas.call(behavior.translateBy, (right * 80) / k, (down * 80) / k);
    },
    resized: () => {
      const { wide } = room();
      canvas.call(behavior.translateBy, (wide / 2 - middle) / zoomTransform(svg).k, 0);
      middle = wide / 2;
    },
    show: (element) => {
      if (element === undefined) return;
      const [inner, outer] = [element.getBoundingClientRect(), svg.getBoundingClientRect()];
      const isVisible =
        inner.left >= outer.left &&
        inner.right <= outer.right &&
        inner.top >= outer.top &&
        inner.bottom <= outer.bottom;
      const transform = zoomTransform(svg);
      if (isVisible && transform.k >= LEGIBLE / 2) return;
      const [x, y] = transform.invert([
        (inner.left + inner.right) / 2 - outer.left,
        (inner.top + inner.bottom) / 2 - outer.top,
      ]);
      const { wide, high } = room();
      const scale = Math.max(transform.k, LEGIBLE);
      canvas.call(
        behavior.transform,
        zoomIdentity
          .translate(wide / 2, high / 2)
          .scale(scale)
          .translate(-x, -y),
      );
    },
  };
}
