import type { JSX } from 'preact';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import { EnlargedImage } from './enlargedImage.tsx';
import { EnlargedPage } from './enlargedPage.tsx';
import type { ImageSource } from './images.ts';

interface EnlargedProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly source: ImageSource;
}

/** The image or page that is shown larger, over everything else; nothing if it is no longer there. */
export function Enlarged({ model, info, source }: EnlargedProps): JSX.Element | null {
  const enlarged = model.enlarged.value;
  if (enlarged === null) return null;
  if (typeof enlarged !== 'number') return <EnlargedPage model={model} info={info} page={enlarged} />;
  const image = info.images.find((each) => each.image === enlarged);
  return image === undefined ? null : (
    <EnlargedImage key={image.image} model={model} image={image} source={source} />
  );
}
