import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { profilesFor } from '../../../src/core/rewards/ownProfile.ts';
import { isProfileName } from '../../../src/core/rewards/names.ts';
import type { CompositeShown } from '../../../src/protocol/inspector.ts';
import { Dropdown, type Choice } from '../../shared/controls.tsx';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { decimal } from '../../shared/format.ts';
import { isNothing, type Explained, type RewardLine } from '../model/explain.ts';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import type { SampleMeta, SampleModel } from '../model/sampleModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { defaultSentence, lineSentence, needSentences, noProfileSentence } from '../model/rewardWords.ts';
import { Link, PlaceLink } from './links.tsx';
import { MoreButton } from './moreButton.tsx';
import { RewardFoot } from './rewardFoot.tsx';
import { Parts } from './rewardParts.tsx';
import { UserRewardView } from './userReward.tsx';
import { isRunning } from '../../../src/core/records/sampleState.ts';

/** The dropdown's value if no profile scores the response. */
const NO_PROFILE = '';

/** How many lines below the reward are shown at first, and at most. */
const FEW = 6;
const MANY = 5_000;

interface RewardViewProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly sample: SampleModel;
}

/** The reward in full: its cause, its parts, what was deducted and why, and what other rewards would pay. */
export function RewardView({ model, info, sample }: RewardViewProps): JSX.Element {
  const explained = sample.explained.value;
  const meta = sample.meta.value;
  const running = isRunning(meta);
  const score = explained?.score ?? null;
  const reward = shownReward(model, info);
  return (
    <div class="reward">
      <div class="profile">
        <Dropdown
          label={t('Reward profile')}
          value={reward?.value ?? NO_PROFILE}
          choices={profileChoices(model, info)}
          onChange={(value) => {
            if (isProfileName(value) || value === info.composite?.file) model.setProfile(value);
          }}
        />
        <p class="dim">
          {reward?.description ?? `${noProfileSentence()} ${t('Choose one to see what it would pay.')}`}
        </p>
      </div>
      {score === null && info.composite?.chosen === true && (
        <Fault model={model} composite={info.composite} />
      )}
      {explained !== null && (
        <Lines model={model} explained={explained} parsed={sample.parsed.value} meta={meta} />
      )}
      {score?.raises === null && <Parts model={model} score={score} />}
      {explained !== null && !running && (
        <UserRewardView model={model} info={info} shown={meta.userReward} score={score} />
      )}
      {explained !== null && <RewardFoot model={model} explained={explained} others={sample.others.value} />}
    </div>
  );
}

/** The shown reward's value in the dropdown; null if there is none. */
function shownReward(
  model: InspectorModel,
  { profile, composite }: InspectorInfo,
): { readonly value: string; readonly description: string } | null {
  if (composite?.chosen === true) return { value: composite.file, description: composite.description };
  return profile === null ? null : { value: profile, description: model.engine.profile(profile).description };
}

/** The composite, and every profile, the dialect's own first; and none, if none is shown. */
function profileChoices(model: InspectorModel, info: InspectorInfo): readonly Choice[] {
  const { composite, profile, dialect } = info;
  const builtIn = profilesFor(model.engine.profiles, dialect).map(({ name }) => ({
    value: name,
    text: name,
  }));
  const choices =
    composite === null ? builtIn : [{ value: composite.file, text: composite.name }, ...builtIn];
  return profile === null && composite?.chosen !== true
    ? [{ value: NO_PROFILE, text: t('no reward') }, ...choices]
    : choices;
}

/** Why a composite reward has no score, and a link to its file. */
function Fault({
  model,
  composite: { fault },
}: {
  readonly model: InspectorModel;
  readonly composite: CompositeShown;
}): JSX.Element | null {
  if (fault === null) return null;
  return (
    <p class="fault">
      {fault.message}{' '}
      {fault.canOpen && (
        <Link
          title={t('Open the reward file at this place')}
          onClick={() => {
            model.post({ type: 'openReward' });
          }}
        >
          {t('Open the file')}
        </Link>
      )}
    </p>
  );
}

interface LinesProps {
  readonly model: InspectorModel;
  readonly explained: Explained;
  readonly parsed: ParsedText;
  readonly meta: SampleMeta;
}

function Lines({ model, explained, parsed, meta }: LinesProps): JSX.Element | null {
  const [all, setAll] = useState(false);
  const { notes, score } = explained;
  // Amounts that are too small to be shown, such as the rounding of a sum, are listed with what the reference returns.
  const lines = explained.lines.filter(({ paid }) => !isNothing(paid));
  if (score === null) return null;
  const said = needSentences(score, meta.tokensEstimated);
  if (lines.length + notes.length + said.length + score.defaults.length === 0 && score.raises === null)
    return null;
  const shown = all ? MANY : FEW;
  const hidden = lines.length + notes.length - FEW;
  return (
    <>
      <ul class="lines">
        {score.raises !== null && (
          <li class="lost">
            <b>✗</b>
            <span>
              {score.raises.name}: {score.raises.reason}
            </span>
          </li>
        )}
        {said.map((sentence) => (
          <li key={sentence} class="unknown">
            <b>?</b>
            <span>{sentence}</span>
          </li>
        ))}
        {score.defaults.map((one) => (
          <li key={one.key} class="note">
            <b title={t('Default')}>=</b>
            <span>{defaultSentence(one, model.trainer.value)}</span>
          </li>
        ))}
        {lines.slice(0, shown).map((line) => (
          <Line key={line.key} model={model} parsed={parsed} line={line} meta={meta} />
        ))}
        {notes.slice(0, Math.max(all ? 0 : 1, shown - lines.length)).map((note) => (
          <li key={`${note.code}-${note.span.start}`} class="note">
            <b title={t('Note')}>i</b>
            <span>
              {note.message} <PlaceLink model={model} parsed={parsed} span={note.span} />
            </span>
          </li>
        ))}
        {all && lines.length > MANY && (
          <li>
            <b />
            <span class="dim">
              {t('and {0} more, each in the margin of its step', wholeNumber(lines.length - MANY))}
            </span>
          </li>
        )}
      </ul>
      <MoreButton
        class="toggle"
        hidden={hidden}
        all={all}
        onToggle={() => {
          setAll(!all);
        }}
      />
    </>
  );
}

interface LineProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly line: RewardLine;
  readonly meta: SampleMeta;
}

function Line({ model, parsed, line, meta }: LineProps): JSX.Element {
  return (
    <li class={line.paid.startsWith('-') ? 'lost' : 'gained'}>
      <b title={line.paid}>{decimal(line.paid, true)}</b>
      <span>
        {lineSentence(line, meta)}
        {line.span !== null && ': '}
        {line.span !== null && <PlaceLink model={model} parsed={parsed} span={line.span} />}
      </span>
    </li>
  );
}
