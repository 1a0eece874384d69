"""Boxes that stay where several are found for one thing, against NumPy."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function


def kept(boxes, scores, threshold):
    """Greedily, box by box."""
    sides = boxes.T
    area = (sides[2] - sides[0]) * (sides[3] - sides[1])
    dropped, found = np.zeros(len(scores), bool), []
    for number in np.argsort(-scores, kind="stable"):
        if dropped[number]:
            continue
        found.append(int(number))
        width = np.minimum(sides[2, number], sides[2]) - np.maximum(sides[0, number], sides[0])
        height = np.minimum(sides[3, number], sides[3]) - np.maximum(sides[1, number], sides[1])
        both = np.maximum(width, 0) * np.maximum(height, 0)
        with np.errstate(invalid="ignore"):
            dropped |= (both / (area[number] + area - both)).astype(np.float64) > threshold
    return found


def drawn(count, seed=0):
    """Boxes, and scores of which many are equal."""
    random = np.random.default_rng(seed)
    corners, sizes = random.uniform(0, 100, (count, 2)), random.uniform(0, 30, (count, 2))
    boxes = np.concatenate([corners, corners + sizes], 1).astype(np.float32)
    return boxes, (random.integers(0, 20, count) / 20).astype(np.float32)


@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("count", [0, 1, 2, 63, 64, 65, 300, 2000])
def test_the_best_boxes_stay(count, threshold):
    boxes, scores = drawn(count, count)
    found = flow.nms(flow.tensor(boxes), flow.tensor(scores), threshold)
    assert found.dtype is flow.int64 and found.tolist() == kept(boxes, scores, threshold)
    assert flow.tensor(boxes).nms(flow.tensor(scores), iou_threshold=threshold).tolist() == found.tolist()


@pytest.mark.parametrize("dtype", [flow.float64, flow.float16, flow.bfloat16])
def test_other_dtypes(dtype):
    boxes, scores = drawn(200)
    x, s = flow.tensor(boxes).to(dtype), flow.tensor(scores).to(dtype)
    wide = flow.float64 if dtype is flow.float64 else flow.float32
    assert flow.nms(x, s, 0.4).tolist() == kept(x.to(wide).numpy(), s.to(wide).numpy(), 0.4)


def test_ties_and_edges():
    boxes = flow.tensor([[0.0, 0, 2, 1], [1, 0, 3, 1], [0, 0, 2, 1], [5, 5, 5, 5], [5, 5, 5, 5]])
    # A third is shared, which is not more than the nearest float32 below.
    assert flow.nms(boxes[:2], flow.tensor([1.0, 2.0]), 1 / 3).tolist() == [1]
    assert flow.nms(boxes[:2], flow.tensor([1.0, 2.0]), 0.34).tolist() == [1, 0]
    assert flow.nms(boxes, flow.ones(5), 0.9).tolist() == [0, 1, 3, 4]
    assert flow.nms(boxes, flow.tensor([0.5, 0.5, 0.5, float("nan"), float("inf")]), 0.9).tolist() == [3, 4, 0, 1]
    assert flow.nms(boxes.t().contiguous().t(), flow.ones(5), 0.9).tolist() == [0, 1, 3, 4]


def test_calls_alike_look_at_their_boxes():
    for seed in range(6):
        boxes, scores = drawn(40, seed)
        assert flow.nms(flow.tensor(boxes), flow.tensor(scores), 0.3).tolist() == kept(boxes, scores, 0.3)


def test_what_is_refused():
    boxes, scores = map(flow.tensor, drawn(4))
    for given, error, message in (
        ((boxes[:3], scores), ValueError, r"nms: expects boxes \(N, 4\) and scores \(N,\), got \(3, 4\) and \(4,\)"),
        ((boxes[:, :3], scores), ValueError, r"nms: expects boxes \(N, 4\)"),
        ((boxes[None], scores[None]), ValueError, r"nms: expects boxes \(N, 4\)"),
        ((boxes.long(), scores), TypeError, "nms: expects boxes to be a Tensor of a floating-point dtype, got int64"),
        ((boxes, [1.0] * 4), TypeError, "nms: expects scores to be a Tensor of a floating-point dtype, got list"),
    ):
        with pytest.raises(error, match=message):
            flow.nms(*given, 0.5)
    with pytest.raises(TypeError, match="nms: expects iou_threshold to be a number, got '0.5'"):
        flow.nms(boxes, scores, "0.5")
    with pytest.raises(TypeError, match="nms: expects sizes that are known before the graph runs"):
        Function(lambda x, s: flow.nms(x, s, 0.5))(boxes, scores)
