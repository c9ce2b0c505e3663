//! What a file will look like and its size, computed on a thread: the latest order wins.

use eframe::egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::order::ExportOrder;
use crate::app::work::Work;
use crate::figure::animation::AnimationError;
use crate::figure::motion::Motion;
use crate::figure::paper::Paper;

/// News of an order.
enum News {
    Seen(Result<Previewed, AnimationError>),
    Size(Option<u64>),
}

/// The preview of an order.
#[derive(Default)]
pub struct Previewed {
    /// A small picture; `None` for a table.
    pub picture: Option<ColorImage>,
    /// The sheet of a figure at its true size.
    pub paper: Option<Paper>,
    /// The motion of an animation.
    pub motion: Option<Motion>,
}

/// The preview of the last order, and the work on it.
#[derive(Default)]
pub struct Preview {
    asked: Option<(ExportOrder, [u32; 2])>,
    work: Option<Work<News>>,
    texture: Option<TextureHandle>,
    /// Whether the picture shows an earlier order.
    pub is_old: bool,
    /// Why there is no picture.
    pub error: Option<AnimationError>,
    /// The preview, without the picture, which is kept as a texture.
    pub seen: Previewed,
    /// The size of the file in bytes, once it is known.
    pub size: Option<u64>,
}

impl Preview {
    /// Asks for the preview of an order within `room` pixels, unless that was the last one asked for.
    pub fn ask(&mut self, ctx: &Context, order: &ExportOrder, room: [u32; 2]) {
        self.collect(ctx);
        let is_that = |(asked, size): &(ExportOrder, [u32; 2])| asked == order && *size == room;
        if self.asked.as_ref().is_some_and(is_that) {
            return;
        }
        self.forget();
        self.is_old = true;
        self.asked = Some((order.clone(), room));
        let order = order.clone();
        self.work = Some(Work::telling(ctx, "preview", move |cancel, tell| {
            let seen = order.preview(room, cancel);
            let is_seen = seen.is_ok();
            tell(News::Seen(seen));
            if is_seen && !cancel.is_raised() {
                tell(News::Size(order.file_size(cancel)));
            }
        }));
    }

    /// Cancels the work under way; the picture stays.
    pub fn forget(&mut self) {
        self.work = None;
        self.asked = None;
        self.size = None;
    }

    fn collect(&mut self, ctx: &Context) {
        while let Some(Ok(news)) = self.work.as_ref().and_then(Work::news) {
            match news {
                News::Seen(result) => {
                    (self.seen, self.error) = match result {
                        Ok(seen) => (seen, None),
                        Err(error) => (Previewed::default(), Some(error)),
                    };
                    let texture = |picture| ctx.load_texture("preview", picture, TextureOptions::LINEAR);
                    self.texture = self.seen.picture.take().map(texture);
                    self.is_old = false;
                }
                News::Size(size) => self.size = size,
            }
        }
    }

    /// Returns the picture, if there is one.
    pub fn texture(&self) -> Option<&TextureHandle> {
        self.texture.as_ref()
    }
}
